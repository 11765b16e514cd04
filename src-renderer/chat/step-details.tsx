// All that is known of a step, on demand: what it saw, what it thought, what the gate said, the calls as they were sent, and
// what it took.
import { Maximize2, ScanSearch } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionView, StepView } from '../../src-preload/contract/run-view.ts'
import { durationWords, resultWords } from '../../src-preload/contract/words.ts'
import { ask } from '../state/commands.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { costText, tokenText } from './numbers.ts'
import { StepPicture, type MarkedControl } from './step-picture.tsx'

export function StepDetails({ run, step }: { run: string; step: StepView }) {
  return (
    <div className="mt-1 mb-2 overflow-hidden rounded-m border border-line bg-panel">
      <div className="flex flex-wrap gap-4 p-3">
        {step.picture && <Seen run={run} step={step} />}
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

function Seen({ run, step }: { run: string; step: StepView }) {
  const { t } = useTranslation()
  const [marked, setMarked] = useState(false)
  const [large, setLarge] = useState(false)
  const [controls, setControls] = useState<MarkedControl[] | null>(null)
  useEffect(() => {
    if (!marked || controls !== null) return
    void ask('step_controls', { run, step: step.step }).then((found) => found && setControls(found.controls))
  }, [marked, controls, run, step.step])
  if (!step.picture) return null
  const picture = (
    <StepPicture
      run={run}
      picture={step.picture}
      targets={step.actions.map(({ target }) => target)}
      controls={marked ? (controls ?? []) : []}
      alt={t('step.picture_of', { window: step.window?.title ?? step.application ?? '' })}
      className="w-full rounded-s border border-line bg-sunken"
    />
  )
  const marks = (
    <Button
      size="s"
      look="quiet"
      aria-pressed={marked}
      icon={<ScanSearch aria-hidden size={13} />}
      onClick={() => setMarked(!marked)}
    >
      {marked ? t('step.hide_controls') : t('step.show_controls', { count: step.controls })}
    </Button>
  )
  const none = marked && controls?.length === 0 && (
    <span className="text-s text-ink-3">{t('step.no_controls')}</span>
  )
  return (
    <div className="w-[300px] max-w-full">
      {picture}
      <div className="mt-2 flex flex-wrap items-center gap-1">
        {marks}
        <Button
          size="s"
          look="quiet"
          icon={<Maximize2 aria-hidden size={12} />}
          onClick={() => setLarge(true)}
        >
          {t('step.enlarge')}
        </Button>
        {none}
      </div>
      <Dialog
        open={large}
        onClose={() => setLarge(false)}
        title={t('step.number', { number: step.step + 1 })}
        closeLabel={t('common.close')}
        wide
      >
        {/* As large as the window allows, and never so large that it is a blur. */}
        <div
          className="mx-auto"
          style={{
            width: `min(100%, ${step.picture.width * 2}px, calc((100vh - 190px) * ${step.picture.width / step.picture.height}))`,
          }}
        >
          {picture}
        </div>
        <div className="mt-2 flex items-center gap-1">
          {marks}
          {none}
        </div>
      </Dialog>
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
  const parts = [
    [t('step.saw'), step.observation],
    [t('step.thought'), step.thought],
    [t('step.said'), step.comment],
  ] as const
  return parts.map(([label, text]) =>
    text === null || text.trim() === '' ? null : (
      <Part key={label} label={label}>
        <p className="max-w-[62ch] whitespace-pre-wrap break-words text-ink-2">{text}</p>
      </Part>
    ),
  )
}

function Judged({ action }: { action: ActionView }) {
  const { t } = useTranslation()
  const { gate } = action
  if (!gate || gate.categories.length === 0) return null
  const categories = gate.categories.map((category) => t(`categories.${category}`)).join(', ')
  return (
    <Part label={t('step.judged')}>
      <p className="text-ink-2">
        {t(`decisions.${gate.decision}`)} · {categories} · {gate.reason}{' '}
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

const LONGEST_RESULT = 20_000

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
        const result = resultWords(action.result).slice(0, LONGEST_RESULT)
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

/** Phases whose times are told; the words are in the locales. */
const PHASES = ['observe', 'decide', 'act', 'verify', 'record'] as const

export function Took({ step }: { step: StepView }) {
  const { t } = useTranslation()
  const usage = step.model?.usage
  const tokens = (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0) > 0
  const facts = [
    t('step.saw_controls', { count: step.controls }),
    step.limited,
    step.model && `${step.model.name} ${durationWords(step.model.ms)}`,
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
