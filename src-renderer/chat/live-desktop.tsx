// Shows the desktop of a run as it is now, where a person can take over while the run is paused; for a run that is over, or acts
// on the person's own desktop, the last picture that was kept.
import { Hand, Maximize2, Minimize2, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stepsOf, type RunView } from '../../src-preload/contract/run-view.ts'
import { fileAddress } from '../state/bridge.ts'
import { ask } from '../state/commands.ts'
import type { OpenRun } from '../state/run-feed.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Dot } from '../ui/dot.tsx'
import { useFrames, type Shown } from './frame-canvas.ts'
import { HAND_BACK, HandOn } from './hand-on.tsx'
import { Heading } from './heading.tsx'
import { marksOf } from './step-marks.ts'
import { StepPicture, TargetMark } from './step-picture.tsx'
import { WatchMe } from './watch-me.tsx'

interface LiveDesktopProps {
  run: string
  open: OpenRun
  large: boolean
  onLarge: (large: boolean) => void
}

export function LiveDesktop({ run, open, large, onLarge }: LiveDesktopProps) {
  const { t } = useTranslation()
  const canvas = useRef<HTMLCanvasElement>(null)
  const { view } = open
  const isOwnScreen = view.display?.kind === 'host'
  const watches = open.alive && open.own && !isOwnScreen
  const width = (large ? 1100 : 392) * (window.devicePixelRatio || 1)
  const shown = useFrames(canvas, { run, wanted: watches, maxWidth: Math.min(3840, Math.round(width)) })
  const takenOver = shown?.takenOver ?? false

  const [taking, setTaking] = useState(false)
  const takeOver = async () => {
    setTaking(true)
    const taken = await ask('take_over', { run })
    setTaking(false)
    if (taken) onLarge(true)
  }
  const handBack = () => {
    onLarge(false)
    void ask('hand_back', { run })
  }
  return (
    <section>
      <Heading title={t('desktop.title')}>
        <span className="flex items-center gap-1">
          {shown && (
            <output className={cx('mr-1 flex items-center gap-1.5', takenOver ? 'text-you' : 'text-agent')}>
              <Dot meaning={takenOver ? 'you' : 'agent'} alive={!takenOver && !view.paused} />
              {takenOver ? t('desktop.yours') : t('desktop.live')}
            </output>
          )}
          <IconButton
            label={large ? t('desktop.smaller') : t('desktop.larger')}
            className="size-6"
            onClick={() => onLarge(!large)}
          >
            {large ? <Minimize2 size={13} /> : <Maximize2 size={13} />}
          </IconButton>
        </span>
      </Heading>
      <div
        className={cx(
          'relative mt-1 grid overflow-hidden rounded-s border bg-sunken',
          takenOver ? 'border-you' : shown ? 'border-agent-line' : 'border-line-strong',
        )}
        style={{ aspectRatio: aspectOf(shown, view) }}
      >
        {!shown && <LastPicture run={run} view={view} waiting={watches} />}
        <canvas
          ref={canvas}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a live picture is no <img>
          role="img"
          aria-label={t('desktop.picture')}
          className={cx('absolute inset-0 size-full', !shown && 'invisible')}
        />
        {shown && !takenOver && <Acting view={view} shown={shown} />}
        {shown && takenOver && <HandOn run={run} shown={shown} onHandBack={handBack} />}
      </div>
      {view.given_back && open.alive && <p className="mt-1 text-s text-ink-3">{t('desktop.given_back')}</p>}
      {isOwnScreen && open.alive && <p className="mt-1 text-s text-ink-3">{t('desktop.host')}</p>}
      {watches && shown && (
        <div className="mt-2 flex flex-wrap items-center gap-2 text-s text-ink-3">
          {takenOver ? (
            <Button size="s" icon={<Undo2 aria-hidden size={13} />} keys={HAND_BACK} onClick={handBack}>
              {t('desktop.hand_back')}
            </Button>
          ) : (
            <Button
              size="s"
              disabled={taking}
              icon={<Hand aria-hidden size={13} />}
              onClick={() => void takeOver()}
            >
              {t('desktop.take_over')}
            </Button>
          )}
          <WatchMe run={run} takenOver={takenOver} />
          <span className="min-w-0 truncate">
            {takenOver ? t('desktop.yours_hint') : taking ? t('desktop.taking') : t('desktop.take_over_hint')}
          </span>
        </div>
      )}
    </section>
  )
}

const lastPicture = (view: RunView) => stepsOf(view).findLast((step) => step.picture !== null)

function aspectOf(shown: Shown | null, view: RunView): string {
  const bounds = shown?.bounds ?? lastPicture(view)?.picture?.bounds
  return bounds ? `${bounds.width} / ${bounds.height}` : '16 / 10'
}

function LastPicture({ run, view, waiting }: { run: string; view: RunView; waiting: boolean }) {
  const { t } = useTranslation()
  const step = lastPicture(view)
  if (!step?.picture) {
    return (
      <p className="m-auto max-w-60 p-4 text-center text-s text-ink-3">
        {waiting && !view.given_back ? t('desktop.coming') : t('desktop.none')}
      </p>
    )
  }
  return (
    <StepPicture
      source={fileAddress(run, step.picture.path)}
      picture={step.picture}
      targets={marksOf(step)}
      alt={t('desktop.last', { number: step.step + 1 })}
      className="size-full"
    />
  )
}

/** Shows where it acts now, or acted a moment ago, because an act is often over before a person has seen it. */
function Acting({ view, shown }: { view: RunView; shown: Shown }) {
  const [since] = useState(() => Date.now())
  const step = view.rounds.at(-1)?.steps.at(-1)
  const action = step?.actions.findLast(({ status }) => status !== 'waiting')
  if (!action || !step || step.started_at < since) return null
  const { x, y, width, height } = shown.bounds
  return (
    <svg
      aria-hidden
      viewBox={`${x} ${y} ${width} ${height}`}
      className="pointer-events-none absolute inset-0 size-full"
    >
      <g key={action.call_id} className={action.status === 'acting' ? undefined : 'fade-away'}>
        <TargetMark target={action.target} unit={width / 480} />
      </g>
    </svg>
  )
}
