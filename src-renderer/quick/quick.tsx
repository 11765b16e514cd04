// Shows the quick request: one line, what Enter does with it, and earlier requests. Escape closes it.
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { bridge, faultWords } from '../state/bridge.ts'
import { useAppState, useConfig, useRuns } from '../state/store.ts'
import { Kbd } from '../ui/kbd.tsx'
import { Mark } from '../ui/mark.tsx'
import { Notice } from '../ui/notice.tsx'
import { AttachButton, AttachedFiles } from '../chat/attached-files.tsx'
import { pathsIn, withoutPath } from '../chat/attachments.ts'
import { ModelChip, PlaceChip, WayChip } from '../chat/composer-chips.tsx'
import { NO_WISHES, setWishes, useWishes, wishedOf, type Wishes } from '../chat/drafts.ts'
import { PlanChip, PlanOfRequest } from '../chat/plan-chip.tsx'
import { useAttaching } from '../chat/use-attaching.ts'
import { ask, clearFault, useFault } from '../state/commands.ts'
import { usePlace } from '../state/place.ts'
import { useSentence } from '../state/sentences.ts'
import { desktopsOf, type Desktop } from '../state/desktops.ts'
import { choicesOf, type Choice } from './choices.ts'
import { ChoiceRow, rowId } from './choice-row.tsx'

const LIST = 'quick-choices'

/** The request to which the wishes belong. */
const PLACE = 'quick'

const leave = () => void bridge.call('close_window', {}).catch(() => {})

export function Quick() {
  const { t } = useTranslation()
  const sentence = useSentence()
  const app = useAppState()
  const kind = useConfig()?.values.display.kind ?? 'auto'
  const runs = useRuns() ?? []
  const line = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [now, setNow] = useState(() => Date.now())
  const { start, send, starting, fault, clear } = useStart()
  const wishes = useWishes((all) => all[PLACE] ?? NO_WISHES)
  const asked = useFault(({ words }) => words)
  const wrong = fault ?? asked
  // Nothing can be run before the machine's desktops are known.
  const desktops = app === null ? [] : desktopsOf(wishes.display ?? kind, app)
  const { device, plan } = wishes
  const choices = choicesOf(typed, desktops, runs, { device, isPlan: plan !== null })
  const chosen = Math.min(at, choices.length - 1)

  const type = useCallback(
    (text: string) => {
      setTyped(text)
      setAt(0)
      clear()
      clearFault()
    },
    [clear, setTyped, setAt],
  )
  const { attach, drop, onPaste } = useAttaching(line, type)
  // The window is kept and shown again, each time with an empty line.
  useEffect(() => {
    const empty = () => {
      type('')
      setWishes(PLACE, NO_WISHES)
      setNow(Date.now())
      line.current?.focus()
    }
    const end = bridge.subscribe((push) => push.push === 'show' && empty())
    window.addEventListener('focus', empty)
    line.current?.focus()
    return () => {
      end()
      window.removeEventListener('focus', empty)
    }
  }, [type])
  // Only the main window has views. A new request belongs in this window, which gets an event each time that it is shown.
  useEffect(
    () =>
      usePlace.subscribe(({ view, run }) => {
        if (view === 'new') return
        void ask('open_view', { view, run })
        leave()
      }),
    [],
  )

  const run = (choice: Choice | undefined) => {
    if (choice === undefined) return
    const [main] = desktops
    if (choice.kind === 'again') {
      if (main !== undefined) void start(choice.request, main, wishes)
    } else if (choice.kind === 'send') void send(choice.device, typed.trim())
    else void start(typed.trim(), choice.desktop, wishes)
  }
  const press = (event: KeyboardEvent) => {
    // Enter also ends the text of an input method.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') leave()
    else if (event.key === 'Enter') {
      const other = choices.find((choice) => choice.kind === 'run' && choice.keys === 'Alt+Enter')
      run(event.altKey ? other : choices[chosen])
    } else if (event.key === 'ArrowDown') setAt(Math.min(chosen + 1, choices.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(chosen - 1, 0))
    else return
    event.preventDefault()
  }

  return (
    <main {...drop} className="flex h-full flex-col overflow-hidden border border-line bg-raised">
      <h1 className="sr-only">{t('quick.label')}</h1>
      <div className="flex h-14 shrink-0 items-center gap-3 px-4">
        <Mark size={22} />
        <input
          ref={line}
          role="combobox"
          aria-label={t('quick.label')}
          aria-controls={LIST}
          aria-expanded={choices.length > 0}
          aria-activedescendant={choices.length > 0 ? rowId(chosen) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={100_000}
          placeholder={t('quick.placeholder')}
          value={typed}
          disabled={starting}
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
          onPaste={onPaste}
          className="h-10 min-w-0 grow bg-transparent text-l outline-none placeholder:text-ink-3"
        />
        {starting && <span className="text-s text-ink-3">{t('quick.starting')}</span>}
      </div>
      {plan !== null && (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the keys of the fields within
        <div
          className="border-t border-line px-4 py-2"
          onKeyDown={(event) => event.target instanceof HTMLInputElement && press(event)}
        >
          <PlanOfRequest place={PLACE} plan={plan} />
        </div>
      )}
      {plan === null && pathsIn(typed).length > 0 && (
        <div className="px-4 pb-2">
          <AttachedFiles paths={pathsIn(typed)} onRemove={(path) => type(withoutPath(typed, path))} />
        </div>
      )}
      {wrong !== null && (
        <div className="border-t border-line p-3">
          <Notice>{wrong}</Notice>
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select has no line of its own to type in */}
      <div id={LIST} role="listbox" aria-label={t('quick.choices')} className="min-h-0 overflow-auto">
        {choices.map((choice, index) => (
          <ChoiceRow
            key={
              choice.kind === 'run' ? choice.desktop : choice.kind === 'send' ? choice.device : choice.request
            }
            choice={choice}
            index={index}
            chosen={index === chosen}
            now={now}
            onPoint={() => setAt(index)}
            onRun={() => run(choice)}
          />
        ))}
      </div>
      {choices.length === 0 && typed.trim() === '' && plan === null && (
        <p className="border-t border-line px-4 py-3 text-ink-2">{t('quick.empty')}</p>
      )}
      <div className="@container mt-auto flex min-w-0 shrink-0 items-center gap-1.5 border-t border-line px-3 py-1.5">
        <PlaceChip place={PLACE} wishes={wishes} />
        {device === null && (
          <>
            <PlanChip place={PLACE} wishes={wishes} />
            {plan === null && <WayChip place={PLACE} wishes={wishes} />}
            <ModelChip place={PLACE} wishes={wishes} />
          </>
        )}
        {plan === null && <AttachButton onFiles={(files) => void attach(files)} />}
      </div>
      <div className="flex h-8 shrink-0 items-center gap-1.5 border-t border-line px-4 text-xs text-ink-3">
        <span
          className="min-w-0 truncate"
          title={app?.host_desktop.why ? sentence(app.host_desktop.why) : undefined}
        >
          {desktops.includes('host') || !app?.host_desktop.why
            ? t('quick.keys_help')
            : t('display.only_virtual')}
        </span>
        <span className="ml-auto">
          <Kbd keys="Escape" />
        </span>
      </div>
    </main>
  )
}

function useStart() {
  const models = useConfig()?.values.models ?? {}
  const [starting, setStarting] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const clear = useCallback(() => setFault(null), [])
  const begin = async (work: () => Promise<unknown>) => {
    if (starting) return
    setStarting(true)
    try {
      await work()
      leave()
    } catch (error) {
      setFault(faultWords(error))
    } finally {
      setStarting(false)
    }
  }
  const start = async (request: string, display: Desktop, wishes: Wishes) => {
    const words = wishes.plan === null ? request : null
    if (words === '') return
    // The run ends with its request, because nobody is present for a next one. The answer comes as a notification.
    const wished = { ...wishedOf({ ...wishes, display }, models), one_shot: true }
    await begin(() => bridge.call('start_run', { request: words, ...wished }))
  }
  const send = (device: string, request: string) =>
    begin(() => bridge.call('send_to_device', { device, request }))
  return { start, send, starting, fault, clear }
}
