// Shows what a batch or a schedule carries out: a request in words, or a plan of the library.
import { useTranslation } from 'react-i18next'
import type { PlanSummary } from '../../src-preload/contract/calls/plans.ts'
import { useAnswer } from '../state/use-answer.ts'
import { Segmented, Select } from '../ui/choice.tsx'
import { Field, TextField } from '../ui/field.tsx'

export interface WorkDraft {
  by: 'request' | 'plan'
  request: string
  /** The plan's name; null: the first one. */
  plan: string | null
}

export const NO_WORK: WorkDraft = { by: 'request', request: '', plan: null }

/** Returns the plans that can be used, the chosen one, and whether the draft says what to do. */
export function useWork({ by, request, plan }: WorkDraft) {
  const plans = useAnswer('list_plans', {}).value?.plans.filter(({ fault }) => fault === null) ?? []
  const name = plan ?? plans[0]?.name ?? ''
  return {
    plans,
    name,
    chosen: plans.find((one) => one.name === name) ?? null,
    isReady: by === 'request' ? request.trim() !== '' : name !== '',
  }
}

interface WorkFieldsProps {
  label: string
  draft: WorkDraft
  work: { plans: readonly PlanSummary[]; name: string }
  onChange: (change: Partial<WorkDraft>) => void
  requestHint?: string | undefined
  planHint?: string | undefined
}

export function WorkFields({ label, draft, work, onChange, requestHint, planHint }: WorkFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Segmented
        aria-label={label}
        value={draft.by}
        onChange={(by) => onChange({ by })}
        options={[
          { value: 'request', label: t('batch.request') },
          { value: 'plan', label: t('plans.plan'), disabled: work.plans.length === 0 },
        ]}
      />
      {draft.by === 'request' ? (
        <TextField
          label={t('batch.request')}
          hint={requestHint}
          rows={3}
          value={draft.request}
          onText={(request) => onChange({ request })}
        />
      ) : (
        <Field label={t('plans.plan')} hint={planHint}>
          {({ id }) => (
            <Select
              id={id}
              value={work.name}
              onChange={(plan) => onChange({ plan })}
              options={work.plans.map(({ name }) => ({ value: name, label: name }))}
            />
          )}
        </Field>
      )}
    </>
  )
}
