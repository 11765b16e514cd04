// The list of runs by day, its search, and the ways to the other views.
import {
  ChartColumn,
  GraduationCap,
  History,
  Layers,
  ListChecks,
  MonitorSmartphone,
  Plus,
  Search,
  Settings,
  X,
} from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RunSummary } from '../../src-preload/contract/run-view.ts'
import { useNow } from '../state/clock.ts'
import { navigate, type Place } from '../state/place.ts'
import { goesOn, meaningOfRun, wordOfRun } from '../state/status.ts'
import { useRuns } from '../state/store.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { dayWords } from '../ui/days.ts'
import { Dot } from '../ui/dot.tsx'
import { SEARCH_ID } from './ids.ts'
import { useFound } from './run-search.ts'
import { KEYS } from './window-keys.ts'
import type { TFunction } from 'i18next'
import { costWords } from '../../src-preload/contract/words.ts'

/** More are in the history. */
const MOST = 200

interface SidebarProps {
  place: Place
  /** Over the view, where there is no room beside it. */
  floating: boolean
  /** Something was chosen to be shown. */
  onChosen: () => void
}

export function Sidebar({ place, floating, onChosen }: SidebarProps) {
  const { t, i18n } = useTranslation()
  const go: typeof navigate = (...to) => {
    navigate(...to)
    onChosen()
  }
  const runs = useRuns()
  const [text, setText] = useState('')
  const found = useFound(runs ?? [], text)
  const now = useNow(false)
  const days = useMemo(() => byDay(found.slice(0, MOST), now, i18n.language), [found, now, i18n.language])
  return (
    <nav
      aria-label={t('frame.main')}
      className={cx(
        'flex w-59 shrink-0 flex-col border-r border-line bg-bg p-3',
        floating && 'absolute inset-y-0 left-0 z-30 shadow-lift',
      )}
    >
      <Button
        className="h-8 justify-start"
        icon={<Plus aria-hidden size={14} />}
        onClick={() => go('new')}
        aria-keyshortcuts="Alt+N"
        keys={KEYS.newRequest}
      >
        <span className="grow text-left text-m">{t('frame.new_request')}</span>
      </Button>
      <div className="relative mt-2">
        <Search aria-hidden size={13} className="absolute top-2 left-2.5 text-ink-3" />
        <input
          id={SEARCH_ID}
          type="text"
          role="searchbox"
          aria-label={t('frame.search')}
          placeholder={t('frame.search')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && setText('')}
          className="h-7.5 w-full rounded-s bg-sunken pr-7 pl-7.5 placeholder:text-ink-3"
        />
        {text !== '' && (
          <IconButton
            label={t('frame.search_clear')}
            className="absolute top-1 right-1 size-5.5"
            onClick={() => setText('')}
          >
            <X size={12} />
          </IconButton>
        )}
      </div>
      <div className="-mx-1 mt-2 min-h-0 grow overflow-y-auto px-1">
        {runs !== null && found.length === 0 && (
          <p className="px-2.5 py-2 text-s text-ink-3">
            {text === '' ? t('frame.no_runs') : t('frame.no_match')}
          </p>
        )}
        {days.map(({ day, lines }) => (
          <section key={day} aria-label={day}>
            <h2 className="px-2.5 pt-2 pb-1 text-xs font-semibold text-ink-3">{day}</h2>
            <ul>
              {lines.map((run) => (
                <li key={run.run}>
                  <RunLine
                    run={run}
                    onShow={() => go('run', run.run)}
                    shown={place.view === 'run' && place.run === run.run}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div className="-mx-1.5 grid grid-cols-2 gap-px border-t border-line pt-2">
        {FOOT.map(({ view, Icon }) => (
          <button
            key={view}
            type="button"
            aria-current={place.view === view ? 'page' : undefined}
            className="flex h-7 items-center gap-1.5 rounded-s px-1.5 text-s text-ink-2 hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:font-[550] aria-[current]:text-ink"
            onClick={() => go(view)}
          >
            <Icon aria-hidden size={13} />
            {t(`frame.${view}`)}
          </button>
        ))}
      </div>
    </nav>
  )
}

const FOOT = [
  { view: 'plans', Icon: ListChecks },
  { view: 'batch', Icon: Layers },
  { view: 'devices', Icon: MonitorSmartphone },
  { view: 'usage', Icon: ChartColumn },
  { view: 'history', Icon: History },
  { view: 'memory', Icon: GraduationCap },
  { view: 'settings', Icon: Settings },
] as const

function RunLine({ run, shown, onShow }: { run: RunSummary; shown: boolean; onShow: () => void }) {
  const { t } = useTranslation()
  const fact = factOf(t, run)
  return (
    <button
      type="button"
      aria-current={shown ? 'page' : undefined}
      title={run.request}
      onClick={onShow}
      className={cx(
        'grid min-h-7.5 w-full grid-cols-[8px_minmax(0,1fr)_auto] items-center gap-2 rounded-s px-2.5 text-left',
        shown ? 'bg-agent-soft font-[550] text-ink' : 'text-ink-2 hover:bg-sunken hover:text-ink',
      )}
    >
      <Dot meaning={meaningOfRun(run)} alive={goesOn(run.status) && run.status === 'running'} />
      <span className="truncate">{run.request || run.task || t('frame.no_request')}</span>
      <span className="text-xs font-normal text-ink-3">{fact}</span>
    </button>
  )
}

function byDay(runs: readonly RunSummary[], now: number, language: string) {
  const days: { day: string; lines: RunSummary[] }[] = []
  for (const run of runs) {
    const words = dayWords(run.started_at, now, language)
    const day = words.charAt(0).toLocaleUpperCase(language) + words.slice(1)
    const last = days.at(-1)
    if (last?.day === day) last.lines.push(run)
    else days.push({ day, lines: [run] })
  }
  return days
}

/** The one fact at the right of a run in the list: what matters most about it. */
function factOf(t: TFunction, run: RunSummary): string {
  const word = wordOfRun(run)
  if (word !== 'completed' && word !== 'ready') return t(`fact.${word}`)
  if (run.cost !== null && run.cost >= 0.005) return costWords(run.cost)
  return t('numbers.steps', { count: run.steps })
}
