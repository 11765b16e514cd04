// Shows the header: what goes on now, in words, and the brake. Both are about the shown run when it goes on, else about the
// newest one that does.
import { PanelLeft, PanelRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { openQuestion, type RunSummary } from '../../src-preload/contract/run-view.ts'
import { navigate, type Place } from '../state/place.ts'
import { brakedRun, meaningOfRun, wordOfRun } from '../state/status.ts'
import { useAppState, useConfig, useDeskhand, useRun, useRuns } from '../state/store.ts'
import { IconButton } from '../ui/button.tsx'
import { Dot } from '../ui/dot.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { Mark } from '../ui/mark.tsx'
import { placeName } from '../ui/place-name.ts'
import { Brake } from './brake.tsx'
import { useAside } from './layout.ts'
import { goToQuestion } from './to-question.ts'
import { KEYS } from './window-keys.ts'

const NONE: readonly RunSummary[] = []

interface HeaderProps {
  place: Place
  sidebar: boolean
  onSidebar: () => void
}

export function Header({ place, sidebar, onSidebar }: HeaderProps) {
  const { t } = useTranslation()
  const lost = useDeskhand(({ connection }) => connection === 'lost')
  const run = brakedRun(useRuns() ?? NONE, place.run, useAppState()?.live)
  return (
    <header className="flex h-11 items-center gap-3 border-b border-line bg-panel px-3">
      <IconButton
        label={sidebar ? t('frame.hide_sidebar') : t('frame.show_sidebar')}
        aria-expanded={sidebar}
        onClick={onSidebar}
      >
        <PanelLeft size={16} />
      </IconButton>
      <Mark />
      <span className="font-[650] tracking-tight max-[700px]:hidden">Deskhand</span>
      <div className="grow" />
      {lost ? (
        <span className="text-s text-ink-3" data-state="lost">
          {t('frame.lost_state')}
        </span>
      ) : run ? (
        <Now run={run} named={run.run !== place.run} />
      ) : (
        <span className="text-s text-ink-3 max-[560px]:hidden" data-state="idle">
          {t('frame.idle')}
        </span>
      )}
      {place.view === 'run' && <AsideButton />}
      <Brake run={run} named={run !== null && run.run !== place.run} />
    </header>
  )
}

function AsideButton() {
  const { t } = useTranslation()
  const [aside, show] = useAside()
  return (
    <IconButton
      label={aside ? t('frame.hide_aside') : t('frame.show_aside')}
      aria-expanded={aside}
      onClick={() => show(!aside)}
    >
      <PanelRight size={16} />
    </IconButton>
  )
}

/** Shows the run, or its open question, when it is pressed. A run that is not shown is `named`, because the brake acts on it. */
function Now({ run, named }: { run: RunSummary; named: boolean }) {
  const { t } = useTranslation()
  const open = useRun(run.run)
  const most = useConfig()?.values.system.max_step
  const view = open?.view
  const step = view?.rounds.at(-1)?.steps.at(-1)
  const asks = view ? openQuestion(view) : null
  const needsYou = asks !== null && asks.kind !== 'new_request'
  const display = view?.display ?? run.display
  const facts = [
    named && run.request,
    step && t('frame.step', { step: step.step + 1, most }),
    step?.application,
    display && placeName(t, 'display', display),
  ].filter((fact) => typeof fact === 'string' && fact !== '')
  return (
    <button
      type="button"
      onClick={() => (needsYou ? goToQuestion() : navigate('run', run.run))}
      className="flex min-w-0 items-center gap-2 rounded-s px-2 py-1 text-s text-ink-2 hover:bg-sunken"
    >
      <Dot meaning={meaningOfRun(run)} alive={run.status === 'running'} />
      <span
        className="min-w-0 truncate font-semibold text-ink min-[560px]:shrink-0 max-[460px]:sr-only"
        data-state={wordOfRun(run)}
      >
        {t(`status.${wordOfRun(run)}`)}
      </span>
      {needsYou && <Kbd keys={KEYS.question} />}
      <span className="min-w-0 shrink-[4] truncate max-[700px]:hidden">{facts.join(' · ')}</span>
    </button>
  )
}
