// The composer: begins a session, or adds a request to the one that goes on. Enter sends, Shift+Enter begins a line.
import { ArrowUp, Cpu, Flag, Monitor, MonitorDot, ShieldCheck, X } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Config } from '../../src-preload/contract/config.ts'
import { openQuestion } from '../../src-preload/contract/run-view.ts'
import { ask } from '../state/commands.ts'
import { navigate } from '../state/place.ts'
import type { OpenRun } from '../state/run-feed.ts'
import { useAppState, useConfig } from '../state/store.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { placeName } from '../ui/place-name.ts'
import { setDraft, useDrafts } from './drafts.ts'
import { COMPOSER_ID } from './ids.ts'
import { wantEnd } from './to-question.ts'

type Display = Config['display']['kind']

interface ComposerProps {
  /** The run that is shown, null for a new request. */
  run: string | null
  open: OpenRun | null
}

export function Composer({ run, open }: ComposerProps) {
  const { t } = useTranslation()
  const place = run ?? ''
  const text = useDrafts((drafts) => drafts[place] ?? '')
  const [display, setDisplay] = useState<Display | null>(null)
  const [sending, setSending] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const takes = open !== null && open.alive && open.own && !open.view.stopping
  const question = takes ? openQuestion(open.view) : null
  useEffect(() => {
    if (run === null) box.current?.focus()
  }, [run])

  const send = async () => {
    const request = text.trim()
    if (request === '' || sending) return
    setSending(true)
    const sent = await sendRequest(request)
    setSending(false)
    if (sent) {
      setDraft(place, '')
      wantEnd()
    }
    box.current?.focus()
  }
  const sendRequest = async (request: string): Promise<boolean> => {
    if (run !== null && question?.kind === 'first_request') {
      const answer = { kind: 'first_request' as const, text: request }
      const taken = await ask('answer_question', { run, question: question.question, answer })
      return taken?.accepted === true
    }
    if (run !== null && takes) return (await ask('queue_request', { run, request })) !== null
    const begun = await ask('start_run', { request, display })
    if (begun) navigate('run', begun.run)
    return begun !== null
  }
  const placeholder =
    run === null
      ? t('composer.first')
      : takes
        ? question?.kind === 'new_request' || question?.kind === 'first_request'
          ? t('composer.next')
          : t('composer.queue')
        : // Another program carries it out, and takes its own requests.
          t(open?.alive && !open.own ? 'composer.beside' : 'composer.again')
  return (
    <div className="mx-auto w-full max-w-[820px] px-6 pt-2 pb-4">
      {open && open.queue.length > 0 && run !== null && <Queue run={run} queue={open.queue} waits={takes} />}
      <form
        className="@container rounded-l border border-line-strong bg-raised px-3 pt-2.5 pb-2 shadow-lift focus-within:border-ink-3"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <textarea
          ref={box}
          id={COMPOSER_ID}
          aria-label={t('composer.label')}
          placeholder={placeholder}
          value={text}
          rows={1}
          className="block field-sizing-content max-h-60 min-h-6 w-full resize-none bg-transparent leading-6 outline-none placeholder:text-ink-3"
          onChange={(event) => setDraft(place, event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            void send()
          }}
        />
        <div className="mt-2 flex min-w-0 items-center gap-1.5">
          <DisplayChip open={takes ? open : null} display={display} onChange={setDisplay} />
          <ModelChip />
          <SafetyChip />
          <span className="grow" />
          {run !== null && takes && question?.kind === 'new_request' && (
            <Button
              size="s"
              look="quiet"
              icon={<Flag aria-hidden size={12} />}
              onClick={() => void ask('finish_session', { run })}
            >
              {t('composer.finish')}
            </Button>
          )}
          <button
            type="submit"
            aria-label={takes ? t('composer.send') : t('composer.start')}
            disabled={text.trim() === '' || sending}
            className="grid size-7 shrink-0 place-items-center rounded-s bg-agent text-on-agent disabled:bg-sunken disabled:text-ink-3"
          >
            <ArrowUp aria-hidden size={16} />
          </button>
        </div>
      </form>
    </div>
  )
}

interface QueueProps {
  run: string
  queue: readonly string[]
  /** False when the session has ended before them: each can be asked for again. */
  waits: boolean
}

function Queue({ run, queue, waits }: QueueProps) {
  const { t } = useTranslation()
  return (
    <ol aria-label={t('composer.waiting', { count: queue.length })} className="mb-2 flex flex-col gap-1">
      {queue.map((request, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same request may wait twice; its place is its name
        <li key={`${index} ${request}`} className="flex items-center gap-2 px-1 text-s text-ink-2">
          <span className="shrink-0 rounded-full border border-line px-2 text-xs leading-5">
            {!waits
              ? t('composer.not_begun')
              : index === 0
                ? t('composer.place_next')
                : t('composer.place', { number: index + 1 })}
          </span>
          <span className="min-w-0 truncate">{request}</span>
          {waits ? (
            <IconButton
              label={t('composer.take_back')}
              className="ml-auto size-5"
              onClick={() => void ask('take_back_request', { run, index })}
            >
              <X size={12} />
            </IconButton>
          ) : (
            <Button size="s" look="quiet" className="ml-auto" onClick={() => setDraft(run, request)}>
              {t('composer.use')}
            </Button>
          )}
        </li>
      ))}
    </ol>
  )
}

const CHIP =
  'flex h-6 min-w-0 items-center gap-1.5 rounded-full border border-line px-2 text-s whitespace-nowrap text-ink-2 hover:bg-sunken hover:text-ink'

/** In a small composer the icon stays; the name is still read to those who can't see it. */
const LABEL = 'truncate @max-[440px]:sr-only'

interface DisplayChipProps {
  /** The run that takes the request: it stays where it is. */
  open: OpenRun | null
  display: Display | null
  onChange: (display: Display) => void
}

function DisplayChip({ open, display, onChange }: DisplayChipProps) {
  const { t } = useTranslation()
  const app = useAppState()
  const config = useConfig()
  const there = app?.host_desktop.there ?? false
  const kindOf = (kind: Display) => (kind === 'auto' ? (there ? 'host' : 'virtual') : kind)
  if (open) {
    const place = open.view.display
    return place === null ? null : (
      <span className={`${CHIP} pointer-events-none`}>
        <DisplayIcon kind={place.kind} />
        <span className={LABEL}>{placeName(t, 'display', place)}</span>
      </span>
    )
  }
  const chosen = kindOf(display ?? config?.values.display.kind ?? 'auto')
  return (
    <Menu
      side="top"
      trigger={
        <button
          type="button"
          className={CHIP}
          aria-label={t('composer.where', { place: t(`display.${chosen}`) })}
        >
          <DisplayIcon kind={chosen} />
          <span className={LABEL}>{t(`display.${chosen}`)}</span>
        </button>
      }
      groups={[
        (['virtual', 'host'] as const).map((kind) => ({
          label:
            kind === 'host' && !there
              ? `${t('display.host')} – ${app?.host_desktop.why ?? t('display.no_host')}`
              : t(`display.${kind}`),
          checked: chosen === kind,
          disabled: kind === 'host' && !there,
          onSelect: () => onChange(kind),
        })),
      ]}
    />
  )
}

const DisplayIcon = ({ kind }: { kind: 'host' | 'virtual' | 'device' }): ReactNode =>
  kind === 'virtual' ? (
    <MonitorDot aria-hidden size={13} className="shrink-0" />
  ) : (
    <Monitor aria-hidden size={13} className="shrink-0" />
  )

function ModelChip() {
  const { t } = useTranslation()
  const models = useConfig()?.values.models ?? {}
  const model = models.app ?? models.default
  const name =
    model === undefined || model.provider === 'offline'
      ? t('composer.offline')
      : model.model_name || model.provider
  return (
    <button
      type="button"
      className={CHIP}
      aria-label={t('composer.model', { name })}
      onClick={() => navigate('settings', null, 'models')}
    >
      <Cpu aria-hidden size={13} className="shrink-0" />
      <span className={LABEL}>{name}</span>
    </button>
  )
}

/** Of all categories, those that a person fears most. */
const FEARED = ['send', 'delete', 'pay', 'run_command'] as const

function SafetyChip() {
  const { t } = useTranslation()
  const categories = useConfig()?.values.safety.categories
  const asks = FEARED.filter((category) => categories?.[category] !== 'allow')
  const text =
    asks.length === 0
      ? t('composer.asks_little')
      : t('composer.asks', {
          what: asks
            .slice(0, 3)
            .map((name) => t(`before.${name}`))
            .join(t('composer.comma')),
        })
  return (
    <button
      type="button"
      className={`${CHIP} @max-[600px]:hidden`}
      aria-label={text}
      onClick={() => navigate('settings', null, 'safety')}
    >
      <ShieldCheck aria-hidden size={13} className="shrink-0" />
      <span className="truncate">{text}</span>
    </button>
  )
}
