// The composer: begins a session, or adds a request to the one that goes on. Enter sends, Shift+Enter begins a line.
import { ArrowUp, Flag, X } from 'lucide-react'
import type { TFunction } from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { openQuestion, type QuestionView } from '../../src-preload/contract/run-view.ts'
import { ask } from '../state/commands.ts'
import type { OpenRun } from '../state/run-feed.ts'
import { useConfig } from '../state/store.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { isFocusNowhere } from '../ui/main-focus.ts'
import { AttachButton, AttachedFiles } from './attached-files.tsx'
import { pathsIn, withoutPath } from './attachments.ts'
import { PlanOfRequest } from './plan-chip.tsx'
import { RunPlaceChip, SafetyChip } from './composer-chips.tsx'
import { NO_WISHES, setDraft, setWishes, useDrafts, useWishes } from './drafts.ts'
import { ForeseeButton } from './foresee-button.tsx'
import { COMPOSER_ID } from './ids.ts'
import { sendRequest } from './send-request.ts'
import { wantEnd } from './to-question.ts'
import { useAttaching } from './use-attaching.ts'
import { WishChips } from './wish-chips.tsx'

interface ComposerProps {
  /** The shown run; null for a new request. */
  run: string | null
  open: OpenRun | null
}

/** Whether the run takes a further request. */
const isTaking = (open: OpenRun | null): open is OpenRun =>
  open !== null && open.alive && open.own && !open.view.stopping

export function Composer({ run, open }: ComposerProps) {
  const { t } = useTranslation()
  const place = run ?? ''
  const text = useDrafts((drafts) => drafts[place] ?? '')
  const wishes = useWishes((all) => all[place] ?? NO_WISHES)
  const models = useConfig()?.values.models ?? {}
  const [sending, setSending] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const takes = isTaking(open)
  const { attach, dragged, drop, onPaste } = useAttaching(box, (next) => setDraft(place, next))
  const question = takes ? openQuestion(open.view) : null
  const plan = takes ? null : wishes.plan
  const isReady = plan !== null || text.trim() !== ''
  useEffect(() => {
    if (run === null || isFocusNowhere()) box.current?.focus()
  }, [run])

  const send = async () => {
    if (!isReady || sending) return
    setSending(true)
    const sent = await sendRequest({ run, takes, question, wishes, models }, text.trim(), t)
    setSending(false)
    if (sent) {
      // A plan hides the typed words, so they stay for a later request.
      if (plan === null) setDraft(place, '')
      setWishes(place, NO_WISHES)
      wantEnd()
    }
    box.current?.focus()
  }
  return (
    <div className="mx-auto w-full max-w-[820px] px-6 pt-2 pb-4">
      {open && open.queue.length > 0 && run !== null && <Queue run={run} queue={open.queue} waits={takes} />}
      <form
        {...drop}
        className={cx(
          '@container rounded-l border bg-raised px-3 pt-2.5 pb-2 shadow-lift',
          dragged ? 'border-agent' : 'border-line-strong focus-within:border-ink-3',
        )}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {plan !== null ? (
          <PlanOfRequest place={place} plan={plan} />
        ) : (
          <textarea
            ref={box}
            id={COMPOSER_ID}
            aria-label={t('composer.label')}
            placeholder={placeholderOf(t, { run, open }, question)}
            value={text}
            rows={1}
            className="block field-sizing-content max-h-60 min-h-6 w-full resize-none bg-transparent leading-6 outline-none placeholder:text-ink-3"
            onChange={(event) => setDraft(place, event.target.value)}
            onPaste={onPaste}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
              event.preventDefault()
              void send()
            }}
          />
        )}
        <AttachedFiles
          paths={plan === null ? pathsIn(text) : []}
          onRemove={(path) => {
            setDraft(place, withoutPath(text, path))
            box.current?.focus()
          }}
        />
        <div className="mt-2 flex min-w-0 items-center gap-1.5">
          {takes ? <RunPlaceChip open={open} /> : <WishChips place={place} wishes={wishes} planFirst />}
          <SafetyChip />
          {plan === null && <AttachButton onFiles={(files) => void attach(files)} />}
          <span className="grow" />
          {!takes && <ForeseeButton request={text.trim()} wishes={wishes} models={models} />}
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
            disabled={!isReady || sending}
            className="grid size-7 shrink-0 place-items-center rounded-s bg-agent text-on-agent disabled:bg-sunken disabled:text-ink-3"
          >
            <ArrowUp aria-hidden size={16} />
          </button>
        </div>
      </form>
    </div>
  )
}

/** Says what becomes of the words: a new request, the next one, or one in the queue. */
function placeholderOf(t: TFunction, { run, open }: ComposerProps, question: QuestionView | null): string {
  if (run === null) return t('composer.first')
  // Another program carries out such a run, and takes its own requests.
  if (open?.alive && !open.own) return t('composer.beside')
  if (!isTaking(open)) return t('composer.again')
  const isAsked = question?.kind === 'new_request' || question?.kind === 'first_request'
  return t(isAsked ? 'composer.next' : 'composer.queue')
}

interface QueueProps {
  run: string
  queue: readonly string[]
  /** Whether they are still queued. False when the session has ended before them, so that each can be sent again. */
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
