// Draws the pill: the state of the run on this desktop in one line, and the brake. It takes no focus and can be dragged.
import { Pause, Play, Square } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { workedMs, type RunView } from '../../src-preload/contract/run-view.ts'
import { costWords } from '../../src-preload/contract/words.ts'
import { clock } from '../chat/numbers.ts'
import { useActWords } from '../chat/step-line.tsx'
import { useNow } from '../state/clock.ts'
import { ask, useFault } from '../state/commands.ts'
import { meaningOfRun, shownOf } from '../state/status.ts'
import { cx } from '../ui/cx.ts'
import { Dot } from '../ui/dot.tsx'
import { dragHandlers } from './dragging.ts'
import { useLiveRun, usePlaceOfWindow } from './live-run.ts'
import './overlay.css'
import { pillOf } from './scene.ts'

export function Pill() {
  const place = usePlaceOfWindow()
  const run = useLiveRun(place)
  return run === null ? null : <PillOf view={run.view} />
}

function PillOf({ view }: { view: RunView }) {
  const { t } = useTranslation()
  const [drag] = useState(() => dragHandlers())
  const fault = useFault(({ words }) => words)
  const pill = pillOf(view)
  const { run } = view
  const meaning = meaningOfRun(shownOf(view))
  const actWords = useActWords()
  const said =
    pill.words.said === 'acting' ? inOne(actWords(pill.words.action)) : t(`overlay.${pill.words.said}`)
  const words = fault === null ? said : t('overlay.failed', { why: fault })
  return (
    <main
      aria-label={t('overlay.label')}
      className="flex h-11 w-full items-center gap-2.5 overflow-hidden rounded-[22px] border border-line-strong bg-raised pr-2 pl-4 text-s"
      {...drag}
    >
      <Dot meaning={meaning} alive={meaning === 'agent'} />
      <div className="min-w-0 grow leading-[15px]">
        <div className="flex min-w-0 items-baseline gap-1.5">
          {pill.step !== null && (
            <b className="shrink-0 font-[600]">{t('overlay.step', { step: pill.step })}</b>
          )}
          <span className={cx('truncate', fault === null ? 'text-ink-2' : 'text-bad')} title={words}>
            {words}
          </span>
        </div>
        <div className="truncate text-xs leading-[14px] text-ink-3">
          <Worked view={view} /> · {view.cost === null ? t('overlay.cost_unknown') : costWords(view.cost)}
        </div>
      </div>
      {pill.words.said === 'asking' && (
        <PillButton className="text-you" onClick={() => void ask('open_view', { view: 'run', run })}>
          {t('overlay.answer')}
        </PillButton>
      )}
      <PillButton
        disabled={!pill.alive}
        onClick={() => void ask('control_run', { run, wish: pill.brake })}
        icon={
          pill.brake === 'pause' ? (
            <Pause aria-hidden size={12} fill="currentColor" strokeWidth={1} />
          ) : (
            <Play aria-hidden size={12} fill="currentColor" strokeWidth={1} />
          )
        }
      >
        {t(`brake.${pill.brake}`)}
      </PillButton>
      <PillButton
        className="text-bad"
        disabled={!pill.alive}
        onClick={() => void ask('control_run', { run, wish: 'stop' })}
        icon={<Square aria-hidden size={10} fill="currentColor" strokeWidth={1} />}
      >
        {t('brake.terminate')}
      </PillButton>
    </main>
  )
}

interface PillButtonProps {
  icon?: ReactNode
  disabled?: boolean
  className?: string
  onClick: () => void
  children: ReactNode
}

const PillButton = ({ icon, disabled = false, className, onClick, children }: PillButtonProps) => (
  <button
    type="button"
    disabled={disabled}
    onClick={onClick}
    className={cx(
      'inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full border border-line-strong bg-panel px-2.5 font-[550]',
      'hover:bg-sunken disabled:pointer-events-none disabled:opacity-45',
      className,
    )}
  >
    {icon}
    {children}
  </button>
)

/** Ticks while the run works; stands still while it waits for the person, is paused or has ended. */
function Worked({ view }: { view: RunView }) {
  const ticking = view.status === 'running' || view.status === 'stopping'
  const now = useNow(ticking)
  const end = ticking ? Math.max(now, view.updated_at ?? 0) : view.updated_at
  return <>{clock(workedMs(view, end))}</>
}

const inOne = ({ verb, rest }: { verb: string; rest: string }): string => `${verb} ${rest}`.trim()
