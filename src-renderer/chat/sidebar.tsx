// Shows the list of runs by day, its search, and the ways to the other views.
import {
  CalendarClock,
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
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { RunSummary } from '../../src-preload/contract/run-view.ts'
import { useIconsOf } from '../state/app-icons.ts'
import { useNow } from '../state/clock.ts'
import { navigate, type Place } from '../state/place.ts'
import { useRuns } from '../state/store.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { dayWords } from '../ui/days.ts'
import { SEARCH_ID } from './ids.ts'
import { NO_LABEL, useLabels, useLeavingRuns } from './labels.ts'
import { newRequest } from './new-request.ts'
import { RunLine } from './run-line.tsx'
import { useFound } from './run-search.ts'
import { KEYS } from './window-keys.ts'

/** Most runs in the list; more are in the history. */
const MAX_LISTED = 200

interface SidebarProps {
  place: Place
  /** Whether it is over the view, where there is no room beside it. */
  floating: boolean
  /** Called when something was chosen to be shown. */
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
  const labels = useLabels()
  const leaving = useLeavingRuns((state) => state.runs)
  const there = useMemo(() => (runs ?? []).filter(({ run }) => !leaving.has(run)), [runs, leaving])
  const found = useFound(there, text, labels)
  const list = useRef<HTMLDivElement>(null)
  const now = useNow(false)
  const days = useMemo(() => {
    const isPinned = ({ run }: RunSummary) => labels[run]?.pinned === true
    const pinned = found.filter(isPinned)
    const others = found.filter((run) => !isPinned(run)).slice(0, MAX_LISTED)
    return [
      ...(pinned.length === 0 ? [] : [{ day: t('frame.pinned'), lines: pinned }]),
      ...byDay(others, now, i18n.language),
    ]
  }, [found, labels, now, i18n.language, t])
  useIconsOf(days.flatMap(({ lines }) => lines.flatMap(({ applications }) => applications.slice(0, 1))))
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
        onClick={() => {
          newRequest()
          onChosen()
        }}
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
          onKeyDown={(event) => {
            const [first] = found
            if (event.key === 'Escape' && text !== '') {
              event.preventDefault()
              setText('')
            } else if (event.key === 'Enter' && text.trim() !== '' && first) go('run', first.run)
            else if (event.key === 'ArrowDown') moveTo(list.current, 0)
          }}
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
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows go from run to run within */}
      <div
        ref={list}
        onKeyDown={(event) => moveByArrows(event, list.current)}
        className="-mx-1 mt-2 min-h-0 grow overflow-y-auto px-1"
      >
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
                    label={labels[run.run] ?? NO_LABEL}
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
  { view: 'schedules', Icon: CalendarClock },
  { view: 'devices', Icon: MonitorSmartphone },
  { view: 'usage', Icon: ChartColumn },
  { view: 'history', Icon: History },
  { view: 'memory', Icon: GraduationCap },
  { view: 'settings', Icon: Settings },
] as const

const linesIn = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-run-line]') ?? []),
]
const moveTo = (list: HTMLElement | null, index: number): void => linesIn(list)[index]?.focus()

/** Moves with the arrow keys; up from the first line leads back to the search. */
function moveByArrows(event: KeyboardEvent, list: HTMLElement | null): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const at = linesIn(list).findIndex((line) => line === event.target)
  if (step === 0 || at < 0) return
  event.preventDefault()
  if (at + step < 0) document.getElementById(SEARCH_ID)?.focus()
  else moveTo(list, at + step)
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
