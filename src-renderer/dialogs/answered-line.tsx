// Shows an answered question as one line of the conversation: what was asked, what was answered, by whom.
import { MessageCircleQuestionMark, ShieldCheck, ShieldX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { QuestionView } from '../../src-preload/contract/run-view.ts'
import { durationWords } from '../../src-preload/contract/words.ts'
import { useAskedAct, useAskedWords } from './asked-words.ts'
import { Rail } from '../chat/rail.tsx'

const LONG_MS = 1_000

export function AnsweredLine({ question }: { question: QuestionView }) {
  const { t } = useTranslation()
  const asked = useAskedWords(question)
  const act = useAskedAct(question)
  const { kind, answer, by, scope, why, waited_ms } = question
  const sensitive = kind === 'sensitive_step'
  const text = sensitive
    ? `${act.verb} ${act.rest}`
    : kind === 'experience'
      ? t('experience.title')
      : asked.text
  const allowed = answer === 'yes'
  const Icon = sensitive ? (allowed ? ShieldCheck : ShieldX) : MessageCircleQuestionMark
  const said =
    answer === null
      ? t('answered.nothing')
      : sensitive
        ? allowed
          ? t(`answered.allowed_${scope ?? 'once'}`)
          : t('answered.refused')
        : kind === 'experience'
          ? allowed
            ? t('answered.saved')
            : t('answered.not_saved')
          : asked.choice(answer) || t('answered.nothing')
  const facts = [
    by === null ? null : t(`answered.by_${by}`),
    waited_ms !== null && waited_ms >= LONG_MS
      ? t('answered.after', { time: durationWords(waited_ms) })
      : null,
  ].filter((fact) => fact !== null)
  return (
    <Rail look="you" icon={<Icon size={11} />}>
      <div className="flex items-baseline gap-2 py-1">
        <span className="min-w-0 truncate text-ink-2" title={text}>
          {text}
        </span>
        <span className="ml-auto shrink-0 pl-3 text-s">
          <span className="text-ink">{said}</span>
          {facts.length > 0 && <span className="text-ink-3"> · {facts.join(' · ')}</span>}
        </span>
      </div>
      {why !== null && <p className="pb-1 text-s text-ink-2">“{why}”</p>}
    </Rail>
  )
}
