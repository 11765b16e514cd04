// Shows the command palette: runs, plans, settings and what can be done now, found by a few letters and opened by Enter.
import { ListChecks, MessageSquare, Settings, Zap } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { pauseOrResume, pauseWish, terminate } from '../chat/brake.tsx'
import { newRequest } from '../chat/new-request.ts'
import { KEYS } from '../chat/window-keys.ts'
import { NEW_BATCH } from '../batch/names.ts'
import { NEW_PLAN } from '../plans/new-plan.ts'
import { NEW_SCHEDULE } from '../schedules/names.ts'
import { PAGES } from '../settings/pages.ts'
import { useNow } from '../state/clock.ts'
import { ask } from '../state/commands.ts'
import { navigate, usePlace } from '../state/place.ts'
import { brakedRun } from '../state/status.ts'
import { useAppState, useRuns } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'
import { cx } from '../ui/cx.ts'
import { momentWords } from '../ui/days.ts'
import { Confirm } from '../ui/dialog.tsx'
import { titleOf } from '../ui/long-text.tsx'
import { leaveTaken, useFocusBack } from '../ui/use-focus-back.ts'
import { closePalette, usePalette } from './open.ts'
import { found, type Entry } from './entries.ts'

const LIST = 'palette-list'
const idOf = (index: number): string => `palette-${index}`

export function Palette() {
  const { t } = useTranslation()
  const { open, taken, quitting } = usePalette()
  const focusBack = useFocusBack(open)
  const asked = (is: boolean) => usePalette.setState({ quitting: is })
  return (
    <Dialog.Root open={open} onOpenChange={(next) => usePalette.setState({ open: next })}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={taken ? leaveTaken : focusBack}
          className="fixed top-[12vh] left-1/2 z-40 flex max-h-[70vh] w-[calc(100vw-32px)] max-w-160 -translate-x-1/2 flex-col overflow-hidden rounded-l border border-line bg-panel shadow-lift"
        >
          <Dialog.Title className="sr-only">{t('palette.title')}</Dialog.Title>
          <Finder />
        </Dialog.Content>
      </Dialog.Portal>
      <Confirm
        open={quitting}
        title={t('palette.quit_title')}
        text={t('palette.quit_text')}
        cancel={t('history.keep')}
        confirm={t('palette.quit')}
        onCancel={() => asked(false)}
        onConfirm={() => {
          asked(false)
          void ask('quit', {})
        }}
      />
    </Dialog.Root>
  )
}

function take(entry: Entry | undefined): void {
  if (!entry) return
  closePalette()
  entry.run()
}

/** Shows the content, which is made anew each time that the palette opens. */
function Finder() {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const { entries, isComplete } = useEntries()
  /** Enter was pressed before the plans were known: one of them may be what is meant. */
  const [isAwaited, setAwaited] = useState(false)
  const shown = useMemo(() => found(entries, typed), [entries, typed])
  const chosen = Math.min(at, shown.length - 1)
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  useEffect(() => {
    if (isAwaited && isComplete) take(shown[chosen])
  }, [isAwaited, isComplete, shown, chosen])
  const press = (event: KeyboardEvent) => {
    // Enter also ends the text of an input method.
    if (event.nativeEvent.isComposing) return
    // An action, such as Terminate, waits for nothing.
    if (event.key === 'Enter' && shown[chosen]?.group === 'action') take(shown[chosen])
    else if (event.key === 'Enter') setAwaited(true)
    else if (event.key === 'ArrowDown') setAt((chosen + 1) % Math.max(1, shown.length))
    else if (event.key === 'ArrowUp') setAt((chosen - 1 + shown.length) % Math.max(1, shown.length))
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        role="combobox"
        aria-label={t('palette.title')}
        aria-controls={LIST}
        aria-expanded={shown.length > 0}
        aria-activedescendant={shown.length > 0 ? idOf(chosen) : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder={t('palette.placeholder')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
          setAwaited(false)
        }}
        onKeyDown={press}
        className="h-12 shrink-0 border-b border-line bg-transparent px-4 text-l outline-none placeholder:text-ink-3"
      />
      <div
        ref={list}
        id={LIST}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select has no line of its own to type in
        role="listbox"
        aria-label={t('palette.found')}
        className="min-h-0 overflow-auto p-1"
      >
        {shown.map((entry, index) => (
          <Line
            key={entry.id}
            entry={entry}
            index={index}
            chosen={index === chosen}
            onPoint={() => setAt(index)}
            onTake={() => take(entry)}
          />
        ))}
      </div>
      {shown.length === 0 && <p className="px-4 py-3 text-ink-2">{t('palette.nothing')}</p>}
    </>
  )
}

const ICONS = { action: Zap, plan: ListChecks, run: MessageSquare, setting: Settings } as const

interface LineProps {
  entry: Entry
  index: number
  chosen: boolean
  onPoint: () => void
  onTake: () => void
}

function Line({ entry, index, chosen, onPoint, onTake }: LineProps) {
  const { t } = useTranslation()
  const Icon = ICONS[entry.group]
  return (
    // The line hears the keys (aria-activedescendant); the pointer is a second way.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={idOf(index)}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as its list
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      onPointerMove={onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTake}
      className={cx('flex min-h-9 items-center gap-3 rounded-s px-3', chosen ? 'bg-agent-soft' : '')}
    >
      <Icon aria-hidden size={14} className="shrink-0 text-ink-3" />
      <span className="min-w-0 truncate">{entry.label}</span>
      <span className={cx('ml-auto shrink-0 text-s', chosen ? 'text-ink-2' : 'text-ink-3')}>
        {entry.hint ?? t(`palette.groups.${entry.group}`)}
      </span>
    </div>
  )
}

const VIEWS = ['plans', 'batch', 'schedules', 'devices', 'history', 'usage', 'memory', 'settings'] as const

/** `isComplete`: whether the plans are among them, or can't be had. */
function useEntries(): { entries: Entry[]; isComplete: boolean } {
  const { t, i18n } = useTranslation()
  const now = useNow(false)
  const runs = useRuns()
  const live = useAppState()?.live
  const shown = usePlace(({ run }) => run)
  const { value, loading } = useAnswer('list_plans', {})
  const plans = value?.plans
  const entries = useMemo(() => {
    const action = (id: string, label: string, run: () => void, hint?: string): Entry => ({
      id,
      group: 'action',
      label,
      ...(hint === undefined ? {} : { hint }),
      run,
    })
    const braked = brakedRun(runs ?? [], shown, live)
    const wish = braked && pauseWish(braked)
    return [
      action('new', t('frame.new_request'), newRequest, KEYS.newRequest),
      ...(braked
        ? [
            ...(wish === null ? [] : [action('pause', t(`brake.${wish}`), () => pauseOrResume(braked))]),
            action('terminate', t('brake.terminate'), () => terminate(braked)),
          ]
        : []),
      action('new-plan', t('plans.new'), () => navigate('plans', null, NEW_PLAN)),
      action('new-batch', t('batch.new'), () => navigate('batch', null, NEW_BATCH)),
      action('new-schedule', t('schedules.new'), () => navigate('schedules', null, NEW_SCHEDULE)),
      ...VIEWS.map((view) =>
        action(`view:${view}`, t(`frame.${view}`), () => navigate(view), t('palette.page')),
      ),
      action('quit', t('palette.quit'), () => usePalette.setState({ quitting: true })),
      ...(plans ?? []).map(({ name, task }): Entry => ({
        id: `plan:${name}`,
        group: 'plan',
        label: name === task ? name : `${name} – ${task}`,
        run: () => navigate('plans', null, name),
      })),
      ...(runs ?? []).map(({ run, request, task, started_at }): Entry => ({
        id: `run:${run}`,
        group: 'run',
        label: titleOf(request) || task || run,
        // Runs may have the same request, so the hint shows when each was.
        hint: momentWords(started_at, now, i18n.language),
        run: () => navigate('run', run),
      })),
      ...PAGES.map((page): Entry => ({
        id: `setting:${page}`,
        group: 'setting',
        label: t(`settings.pages.${page}`),
        hint: t('frame.settings'),
        run: () => navigate('settings', null, page),
      })),
    ]
  }, [t, i18n.language, now, runs, live, shown, plans])
  return { entries, isComplete: !loading }
}
