// Shows the quick request: one line, what Enter does with it, and earlier requests. Escape closes it.
import { useEffect, useRef, useState, type ComponentProps, type KeyboardEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { bridge } from '../state/bridge.ts'
import { useAppState, useConfig, useRuns } from '../state/store.ts'
import { Kbd } from '../ui/kbd.tsx'
import { Mark } from '../ui/mark.tsx'
import { Notice } from '../ui/notice.tsx'
import { AttachButton, AttachedFiles } from '../chat/attached-files.tsx'
import { pathsIn, withoutPath } from '../chat/attachments.ts'
import { NO_WISHES, setWishes, useWishes } from '../chat/drafts.ts'
import { PlanOfRequest } from '../chat/plan-chip.tsx'
import { useAttaching } from '../chat/use-attaching.ts'
import { WishChips } from '../chat/wish-chips.tsx'
import { ask, clearFault, useFault } from '../state/commands.ts'
import { usePlace } from '../state/place.ts'
import { useSentence } from '../state/sentences.ts'
import { desktopsOf } from '../state/desktops.ts'
import { choicesOf, type Choice } from './choices.ts'
import { leave, useStart } from './use-start.ts'
import { ChoiceRow, rowId } from './choice-row.tsx'

const LIST = 'quick-choices'

/** The request to which the wishes belong. */
const PLACE = 'quick'

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

  const type = (text: string) => {
    setTyped(text)
    setAt(0)
    clear()
    clearFault()
  }
  const { attach, drop, onPaste } = useAttaching(line, type)
  useEachShow(line, () => {
    type('')
    setWishes(PLACE, NO_WISHES)
    setNow(Date.now())
  })

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
        <RequestLine
          ref={line}
          value={typed}
          disabled={starting}
          chosen={choices.length > 0 ? chosen : null}
          onType={type}
          onKeyDown={press}
          onPaste={onPaste}
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
        <WishChips place={PLACE} wishes={wishes} />
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

interface RequestLineProps extends Pick<
  ComponentProps<'input'>,
  'ref' | 'value' | 'disabled' | 'onKeyDown' | 'onPaste'
> {
  /** The row of the list that Enter takes; null: the list is empty. */
  chosen: number | null
  onType: (text: string) => void
}

function RequestLine({ chosen, onType, ...rest }: RequestLineProps) {
  const { t } = useTranslation()
  return (
    <input
      {...rest}
      role="combobox"
      aria-label={t('quick.label')}
      aria-controls={LIST}
      aria-expanded={chosen !== null}
      aria-activedescendant={chosen === null ? undefined : rowId(chosen)}
      aria-autocomplete="list"
      autoComplete="off"
      spellCheck={false}
      maxLength={100_000}
      placeholder={t('quick.placeholder')}
      onChange={(event) => onType(event.target.value)}
      className="h-10 min-w-0 grow bg-transparent text-l outline-none placeholder:text-ink-3"
    />
  )
}

/** Empties the window each time that it is shown, because it is kept; leaves it when another view is wanted. */
function useEachShow(line: RefObject<HTMLInputElement | null>, empty: () => void) {
  const latest = useRef(empty)
  useEffect(() => {
    latest.current = empty
  })
  useEffect(() => {
    const begin = () => {
      latest.current()
      line.current?.focus()
    }
    const end = bridge.subscribe((push) => push.push === 'show' && begin())
    window.addEventListener('focus', begin)
    line.current?.focus()
    return () => {
      end()
      window.removeEventListener('focus', begin)
    }
  }, [line])
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
}
