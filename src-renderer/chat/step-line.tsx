// Shows a step in the conversation: one line per act, its details on demand; the step that goes on is open.
import { ChevronRight } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionView, EvaluatorView, StepView } from '../../src-preload/contract/run-view.ts'
import { durationWords, markOf, STOPPED_BY_USER } from '../../src-preload/contract/words.ts'
import { useVerbOf } from '../state/i18n.ts'
import { useSentence } from '../state/sentences.ts'
import { cx } from '../ui/cx.ts'
import { ActIcon } from './act-icon.tsx'
import { actWords } from '../../src-preload/contract/act-words.ts'
import { EffectOf } from './effect.tsx'
import { StepDetails } from './step-details.tsx'
import { Rail } from './rail.tsx'
import { useSaidOf } from './step-said.ts'
import { StepSeen } from './step-seen.tsx'

interface StepLineProps {
  run: string
  step: StepView
  /** The error of its request. */
  error: string | null
  open: boolean
  onToggle: (step: number) => void
}

/** Returns a function that puts an act into this language. */
export function useActWords(): (action: ActionView) => { verb: string; rest: string } {
  const verbOf = useVerbOf()
  return (action) => actWords(action, verbOf)
}

export const StepLine = memo(function StepLine({ run, step, error, open, onToggle }: StepLineProps) {
  return (
    <StepRail step={step}>
      <button
        type="button"
        data-line
        aria-expanded={open}
        onClick={() => onToggle(step.step)}
        className="group -mx-2 flex w-[calc(100%+16px)] items-baseline rounded-s px-2 py-1 text-left hover:bg-sunken"
      >
        <StepHead step={step} error={error} />
      </button>
      <StepRest step={step} error={error} />
      {open && <StepDetails step={step} seen={<StepSeen run={run} step={step} />} />}
    </StepRail>
  )
})

export const StepRail = ({ step, children }: { step: StepView; children: ReactNode }) => (
  <Rail
    icon={<ActIcon tool={step.actions[0]?.tool_name ?? null} />}
    bad={step.actions.some(isBad) || step.error !== null}
  >
    {children}
  </Rail>
)

interface StepPartProps {
  step: StepView
  /** What the result below tells, so that it is not told here as well. */
  error: string | null
}

const isTold = (error: string | null, below: string | null): boolean =>
  error !== null && below !== null && below.includes(error)

/** Shows its first act, or its words if it has none; within a `group` that opens. */
export function StepHead({ step, error }: StepPartProps) {
  const { t } = useTranslation()
  const words = useActWords()
  const said = useSaidOf()(step)
  const [first, ...others] = step.actions
  return (
    <>
      <span className="sr-only">{t('step.number', { number: step.step + 1 })}: </span>
      {first ? (
        <ActText {...words(first)} />
      ) : (
        <span className={cx('truncate text-ink-2', said === null ? 'shrink-0' : 'min-w-0')}>
          {said ?? t('step.no_act')}
        </span>
      )}
      <ChevronRight
        aria-hidden
        size={13}
        className={cx(
          'ml-1 shrink-0 self-center text-ink-3 opacity-0 transition-transform group-hover:opacity-100 group-focus-visible:opacity-100',
          'group-open:rotate-90 group-open:opacity-100 group-aria-expanded:rotate-90 group-aria-expanded:opacity-100',
        )}
      />
      {first ? (
        <EffectOf
          action={first}
          ms={others.length === 0 ? step.ms : first.ms}
          told={isTold(first.error, error)}
        />
      ) : (
        <StepEnd step={step} told={said} />
      )}
    </>
  )
}

/** Shows its further acts, its error unless an act has shown it, and the Evaluator's decision. */
export function StepRest({ step, error }: StepPartProps) {
  const sentence = useSentence()
  const words = useActWords()
  return (
    <>
      {step.actions.slice(1).map((action) => (
        <div key={action.call_id} className="flex items-baseline py-1">
          <ActText {...words(action)} />
          <EffectOf action={action} ms={action.ms} told={isTold(action.error, error)} />
        </div>
      ))}
      {isUntold(step) && !isTold(step.error, error) && step.error !== STOPPED_BY_USER && (
        <p className="py-0.5 text-s break-words text-bad">✗ {sentence(step.error ?? '')}</p>
      )}
      {step.judged.map((judged, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- they are only ever added at the end
        <JudgedLine key={index} judged={judged} />
      ))}
    </>
  )
}

/** Shows the Evaluator's decision after it. */
function JudgedLine({ judged: { decision, reason, by, subtask } }: { judged: EvaluatorView }) {
  const { t } = useTranslation()
  const name = t(`step.evaluator.by.${by}`)
  const who = subtask === null ? t('step.evaluator.whole', { who: name }) : name
  return (
    <p className="line-clamp-4 break-words py-0.5 text-s text-ink-3" title={reason}>
      {t('step.evaluator.says', { who })}{' '}
      <span className="font-[550] text-ink-2">{t(`step.evaluator.${decision}`)}</span>
      {reason !== '' && ` – ${reason}`}
    </p>
  )
}

const isUntold = ({ actions, error }: StepView) =>
  error !== null && actions.length > 0 && actions.every((action) => action.error !== error)

const isBad = (action: ActionView) => markOf(action) === '✗'

export const ActText = ({ verb, rest }: { verb: string; rest: string }) => (
  <span className="flex min-w-0 shrink-[4] items-baseline gap-2">
    <span className="shrink-0 font-[550]">{verb}</span>
    <span className="truncate text-ink-2" title={rest}>
      {rest}
    </span>
  </span>
)

function StepEnd({ step, told }: { step: StepView; told: string | null }) {
  const sentence = useSentence()
  return (
    <span className="ml-auto flex min-w-20 justify-end gap-2 pl-3 text-s">
      {step.error !== null && (
        <span className="truncate text-bad" title={sentence(step.error)}>
          ✗ {step.error === told ? '' : sentence(step.error)}
        </span>
      )}
      <span className="w-11 shrink-0 text-right text-ink-3">
        {step.ms === null ? '' : durationWords(step.ms)}
      </span>
    </span>
  )
}
