// Shows all that is known of a step, on demand: what it saw, what it thought, what the gate said, the calls as they were sent,
// and what it took.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useGateReason } from '../dialogs/gate-reason.ts'
import { useKnownSentence } from '../state/sentences.ts'
import type { ActionView, StepView } from '../../src-preload/contract/run-view.ts'
import { durationWords, resultWords } from '../../src-preload/contract/words.ts'
import { OFFLINE } from './model-names.ts'
import { costText, tokenText } from './numbers.ts'

/** `seen`: the picture of what the step saw. */
export function StepDetails({ step, seen }: { step: StepView; seen: ReactNode }) {
  return (
    <div className="mt-1 mb-2 overflow-hidden rounded-m border border-line bg-panel">
      <div className="flex flex-wrap gap-4 p-3">
        {seen}
        <div className="flex min-w-60 flex-1 flex-col gap-2">
          <Said step={step} />
          {step.actions.map((action) => (
            <Judged key={action.call_id} action={action} />
          ))}
          <Plan step={step} />
          <RawCalls step={step} />
        </div>
      </div>
      <Took step={step} />
    </div>
  )
}

const Part = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <div className="text-xs font-semibold text-ink-3">{label}</div>
    {children}
  </div>
)

function Said({ step }: { step: StepView }) {
  const { t } = useTranslation()
  const sentence = useKnownSentence()
  const parts = [
    [t('step.subtask'), step.subtask],
    [t('step.saw'), step.observation],
    [t('step.thought'), step.thought],
    [t('step.said'), step.comment],
  ] as const
  return parts.map(([label, text]) =>
    text === null || text.trim() === '' ? null : (
      <Part key={label} label={label}>
        <p className="max-w-[62ch] whitespace-pre-wrap break-words text-ink-2">{sentence(text)}</p>
      </Part>
    ),
  )
}

function Judged({ action }: { action: ActionView }) {
  const { t } = useTranslation()
  const reasonOf = useGateReason()
  const { gate } = action
  if (!gate || gate.categories.length === 0) return null
  const categories = gate.categories.map((category) => t(`categories.${category}`)).join(', ')
  return (
    <Part label={t('step.judged')}>
      <p className="text-ink-2">
        {t(`decisions.${gate.decision}`)} · {categories} · {reasonOf(gate)}{' '}
        <span className="text-ink-3">{t('step.rule', { rule: gate.rule })}</span>
      </p>
    </Part>
  )
}

function Plan({ step }: { step: StepView }) {
  const { t } = useTranslation()
  if (step.plan.length === 0) return null
  return (
    <Part label={t('step.plan')}>
      <ol className="list-inside list-decimal text-ink-2">
        {step.plan.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
    </Part>
  )
}

const MAX_RESULT_LENGTH = 20_000

function RawCalls({ step }: { step: StepView }) {
  const { t } = useTranslation()
  if (step.actions.length === 0) return null
  const skipped = step.decided.slice(step.actions.length)
  return (
    <details>
      <summary className="cursor-default text-s text-ink-3 hover:text-ink">
        {t('step.raw', { count: step.actions.length })}
      </summary>
      {step.actions.map((action) => {
        const result = resultWords(action.result).slice(0, MAX_RESULT_LENGTH)
        return (
          <pre
            key={action.call_id}
            className="mt-1 max-h-60 overflow-auto rounded-s bg-sunken p-2 font-mono text-xs whitespace-pre-wrap break-words"
          >
            {`${action.tool_name} ${JSON.stringify(action.parameters, null, 1)}${result === '' ? '' : `\n→ ${result}`}`}
          </pre>
        )
      })}
      {skipped.length > 0 && (
        <p className="mt-1 text-s text-ink-3">
          {t('step.skipped', { names: skipped.map((action) => action.function).join(', ') })}
        </p>
      )}
    </details>
  )
}

/** Phases whose times are shown; the words are in the locales. */
const PHASES = ['observe', 'decide', 'act', 'verify', 'record'] as const

export function Took({ step }: { step: StepView }) {
  const { t } = useTranslation()
  const usage = step.model?.usage
  const tokens = (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0) > 0
  const facts = [
    step.agent,
    t('step.saw_controls', { count: step.controls }),
    step.limited,
    step.model &&
      (step.model.name === OFFLINE
        ? t('composer.offline')
        : `${step.model.name} ${durationWords(step.model.ms)}`),
    step.model && step.model.attempts > 1 && t('step.attempts', { count: step.model.attempts }),
    usage &&
      tokens &&
      t('step.tokens', {
        input: tokenText(t, usage.input_tokens),
        output: tokenText(t, usage.output_tokens),
      }),
    usage?.cached_tokens && usage.input_tokens
      ? t('step.cached', { percent: Math.round((100 * usage.cached_tokens) / usage.input_tokens) })
      : null,
    step.cost !== null && step.cost !== 0 && costText(t, step.cost),
    step.cost === null && step.phase === 'finished' && t('numbers.cost_unknown'),
    ...PHASES.filter((phase) => (step.times[phase] ?? 0) >= 1).map(
      (phase) => `${t(`phases.${phase}`)} ${shortTime(step.times[phase] ?? 0)}`,
    ),
  ].filter((fact) => typeof fact === 'string' && fact !== '')
  return (
    <div className="flex flex-wrap gap-x-4 border-t border-line bg-sunken px-3 py-1.5 text-s text-ink-3">
      {facts.map((fact) => (
        <span key={String(fact)}>{fact}</span>
      ))}
    </div>
  )
}

const shortTime = (ms: number): string => (ms < 100 ? `${Math.round(ms)} ms` : durationWords(ms))
