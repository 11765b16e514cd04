// Shows one whole memory: what it says, where it is from, how often it has helped; it can be edited, pinned and forgotten.
import { ArrowLeft, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Memory } from '../../src-preload/contract/memory.ts'
import { useKnownSentence } from '../state/sentences.ts'
import { useNow } from '../state/clock.ts'
import { navigate } from '../state/place.ts'
import { useAnswer } from '../state/use-answer.ts'
import { announce } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'
import { momentWords } from '../ui/days.ts'
import { isFocusNowhere } from '../ui/main-focus.ts'
import { FaredWords, OutcomeMark } from './facts.tsx'
import { ForgetQuestion } from './forget-question.tsx'
import { useListWish } from './list-state.ts'
import { MemoryForm } from './memory-form.tsx'
import { usePin } from './use-pin.ts'
import { Unanswered } from '../ui/unanswered.tsx'
import { toldActs } from './told-acts.ts'

export function MemoryPage({ id }: { id: number }) {
  const { t } = useTranslation()
  const answer = useAnswer('read_memory', { id })
  const { value, error, again } = answer
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    useListWish.setState({ read: id })
    // The line that has opened the page is gone, so the focus goes to the back button.
    if (isFocusNowhere()) back.current?.focus()
  }, [id])
  return (
    <div className="min-h-0 grow overflow-auto">
      <div className="mx-auto max-w-200 px-6 pt-5 pb-12">
        <Button
          ref={back}
          look="quiet"
          className="-ml-3"
          icon={<ArrowLeft aria-hidden size={14} />}
          onClick={() => navigate('memory')}
        >
          {t('memory.back')}
        </Button>
        <Unanswered answer={answer} loading={t('memory.loading')} />
        {value !== null && error === null && <Whole memory={value} onChanged={again} />}
      </div>
    </div>
  )
}

function Whole({ memory, onChanged }: { memory: Memory; onChanged: () => void }) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  const [asked, setAsked] = useState(false)
  const { title, pinned } = memory
  const pin = usePin(memory, onChanged)
  const edit = useRef<HTMLButtonElement>(null)
  const edited = useRef(false)
  useEffect(() => {
    if (edited.current && !editing) edit.current?.focus()
    edited.current = editing
  }, [editing])
  return (
    <article className="mt-2">
      <h1 className="text-xl font-[650] tracking-[-0.015em] break-words select-text">{title}</h1>
      <div className="mt-3 mb-4 flex flex-wrap items-center gap-2">
        <Button
          ref={edit}
          icon={<Pencil aria-hidden size={13} />}
          disabled={editing}
          onClick={() => setEditing(true)}
        >
          {t('memory.edit')}
        </Button>
        <Button aria-pressed={pinned} icon={<pin.Icon aria-hidden size={13} />} onClick={pin.onSelect}>
          {pin.label}
        </Button>
        <Button look="danger" icon={<Trash2 aria-hidden size={13} />} onClick={() => setAsked(true)}>
          {t('memory.forget')}
        </Button>
        <OutcomeMark outcome={memory.outcome} />
      </div>
      {editing ? (
        <MemoryForm
          memory={memory}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false)
            announce(t('memory.saved'))
            onChanged()
          }}
        />
      ) : (
        <Content memory={memory} />
      )}
      <ForgetQuestion
        memory={asked ? memory : null}
        onClose={() => setAsked(false)}
        onForgotten={() => navigate('memory')}
      />
    </article>
  )
}

function Content({ memory }: { memory: Memory }) {
  const { t } = useTranslation()
  const { key, text, tips, title } = memory
  const say = useKnownSentence()
  const told = (words: string) =>
    toldActs(words, {
      say,
      // locales: acts.*
      verbOf: (tool) => t(`acts.${tool}`),
      // locales: effect.*
      effectOf: (effect, evidence) => t('memory.told.effect', { effect: t(`effect.${effect}`), evidence }),
      failed: (whole, what) =>
        what === ''
          ? t('memory.told.all_failed')
          : t(whole ? 'memory.told.failed_as' : 'memory.told.failed', { what }),
    })
  return (
    <>
      <Facts memory={memory} />
      {key !== title && <Part title={t('memory.key')} text={key} />}
      <Part title={t('memory.text')} text={told(text)} />
      {tips !== '' && <Part title={t('memory.tips')} text={told(tips)} />}
    </>
  )
}

const Part = ({ title, text }: { title: string; text: string }) => (
  <section className="mt-4">
    <h2 className="mb-1 font-[650]">{title}</h2>
    <p className="rounded-m border border-line bg-panel px-4 py-3 leading-relaxed break-words whitespace-pre-wrap select-text">
      {text}
    </p>
  </section>
)

function Facts({ memory }: { memory: Memory }) {
  const { t, i18n } = useTranslation()
  const now = useNow(false)
  const { kind, applications, source, made, last_used, pinned, edited } = memory
  const { run, file } = source
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1 [&>dt]:text-ink-2">
      <dt>{t('memory.kind')}</dt>
      <dd>{t(`memory.kinds.${kind}`)}</dd>
      <dt>{t('memory.application')}</dt>
      <dd className="break-words">
        {applications.length === 0 ? t('memory.any_application') : applications.join(', ')}
      </dd>
      <dt>{t('memory.from')}</dt>
      <dd className="break-words">
        {run === null ? (
          (file ?? t('memory.from_elsewhere'))
        ) : (
          <button
            type="button"
            onClick={() => navigate('run', run)}
            className="rounded-s text-left text-agent hover:underline"
          >
            {t('memory.from_run', { run })}
          </button>
        )}
      </dd>
      <dt>{t('memory.made')}</dt>
      <dd>{momentWords(made, now, i18n.language)}</dd>
      <dt>{t('memory.fared')}</dt>
      <dd>
        <FaredWords memory={memory} />
        {last_used !== null &&
          ` · ${t('memory.last_used', { when: momentWords(last_used, now, i18n.language) })}`}
      </dd>
      {(pinned || edited) && (
        <>
          <dt>{t('memory.kept')}</dt>
          <dd>
            {[pinned && t('memory.kept_pinned'), edited && t('memory.kept_edited')].filter(Boolean).join(' ')}
          </dd>
        </>
      )}
    </dl>
  )
}
