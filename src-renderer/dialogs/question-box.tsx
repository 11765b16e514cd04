// Shows an open question of a run in the conversation, in amber. It closes when the program says that the question was answered,
// wherever that happened; an answer that comes too late does nothing.
import { MessageCircleQuestionMark, ShieldAlert, Sparkles } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PersonAnswer } from '../../src-preload/contract/calls/runs.ts'
import { CHECKLIST_QUESTIONS } from '../../src-preload/contract/checklist.ts'
import type { ChecklistView, QuestionView } from '../../src-preload/contract/run-view.ts'
import { Checklist } from '../chat/checklist.tsx'
import { clock } from '../chat/numbers.ts'
import { Rail } from '../chat/rail.tsx'
import { useNow } from '../state/clock.ts'
import { ask } from '../state/commands.ts'
import type { DialogProps } from './dialog-props.ts'
import { offerFocus } from './focus-question.ts'
import { SaveExperience } from './save-experience.tsx'
import { SensitiveStep } from './sensitive-step.tsx'
import { ChoiceQuestion } from './choice-question.tsx'

interface QuestionBoxProps {
  run: string
  question: QuestionView
  /** Whether this program can take the answer. */
  own: boolean
  /** The checklist, which can be changed before it begins. */
  checklist: ChecklistView | null
}

export function QuestionBox({ run, question, own, checklist }: QuestionBoxProps) {
  const { t } = useTranslation()
  const [sent, setSent] = useState(false)
  const [late, setLate] = useState(false)
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (own) offerFocus(box.current)
  }, [own])

  const answer = async (given: PersonAnswer) => {
    setSent(true)
    const taken = await ask('answer_question', { run, question: question.question, answer: given })
    if (taken?.accepted === true) return
    // After a fault the question stays open; a closed one was answered elsewhere, which its event shows.
    if (taken) setLate(true)
    else setSent(false)
  }
  const shared: DialogProps = {
    run,
    question,
    disabled: sent || !own,
    onAnswer: (given) => void answer(given),
  }
  const Icon =
    question.kind === 'sensitive_step'
      ? ShieldAlert
      : question.kind === 'experience'
        ? Sparkles
        : MessageCircleQuestionMark
  return (
    <Rail look="you" icon={<Icon size={11} />}>
      <section
        ref={box}
        data-open-question
        aria-label={t('ask.label')}
        className="my-2 rounded-m border border-you-line bg-you-soft p-4"
      >
        {question.kind === 'sensitive_step' ? (
          <SensitiveStep {...shared} />
        ) : question.kind === 'experience' ? (
          <SaveExperience {...shared} />
        ) : (
          <ChoiceQuestion {...shared} />
        )}
        {own && checklist && question.told?.code === CHECKLIST_QUESTIONS.begin.code && (
          <div className="mt-3">
            <Checklist run={run} checklist={checklist} />
          </div>
        )}
        <Foot>
          <Waited since={question.asked_at} />
          {!own && <span>{t('ask.elsewhere')}</span>}
          {late && <span>{t('ask.closed')}</span>}
        </Foot>
      </section>
    </Rail>
  )
}

const Foot = ({ children }: { children: ReactNode }) => (
  <div className="mt-3 flex gap-3 text-s text-ink-2">{children}</div>
)

function Waited({ since }: { since: number }) {
  const { t } = useTranslation()
  const now = useNow(true)
  return <span>{t('ask.waited', { time: clock(now - since) })}</span>
}
