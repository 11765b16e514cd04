// The header: what goes on now, in words, and the brake. Both are about the run that is shown when it goes on, else about
// the newest one that does.
import { PanelLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { RunSummary } from '../../src-preload/contract/run-view.ts'
import type { Place } from '../state/place.ts'
import { goesOn, meaningOf } from '../state/status.ts'
import { useRuns } from '../state/store.ts'
import { IconButton } from '../ui/button.tsx'
import { Dot } from '../ui/dot.tsx'
import { Mark } from '../ui/mark.tsx'
import { Brake } from './brake.tsx'

/** The run that the header and its brake are about. */
export function brakedRun(runs: readonly RunSummary[], shown: string | null): RunSummary | null {
  const live = runs.filter((run) => goesOn(run.status))
  return live.find((run) => run.run === shown) ?? live[0] ?? null
}

interface HeaderProps {
  place: Place
  sidebar: boolean
  onSidebar: () => void
}

export function Header({ place, sidebar, onSidebar }: HeaderProps) {
  const { t } = useTranslation()
  const run = brakedRun(useRuns() ?? [], place.run)
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
      <span className="font-[650] tracking-tight">Deskhand</span>
      <div className="grow" />
      <output className="flex min-w-0 items-center gap-2 text-s text-ink-2">
        <Dot meaning={run ? meaningOf(run.status) : 'none'} alive={run?.status === 'running'} />
        <span className="truncate">{run ? t(`status.${run.status}`) : t('frame.idle')}</span>
      </output>
      <Brake run={run} />
    </header>
  )
}
