// The plan of a run, drawn as a list; its person can change what was not begun.
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { RunView } from '../../src-preload/contract/run-view.ts'
import { Heading } from './heading.tsx'
import { Checklist } from './checklist.tsx'
import { PlanRow } from './plan-row.tsx'
import { linesOf } from './plan.ts'

interface RunPlanProps {
  view: RunView
  /** The run whose checklist can be changed here; null where it can’t. */
  changes?: string | null
}

export function RunPlan({ view, changes = null }: RunPlanProps) {
  const { t } = useTranslation()
  const plan = useMemo(() => linesOf(view), [view])
  if (plan.length === 0) return null
  const done = plan.filter(({ state }) => state === 'done').length
  return (
    <section>
      <Heading title={t('aside.plan')}>
        <span>{t('aside.plan_count', { done, all: plan.length })}</span>
      </Heading>
      {changes !== null && view.checklist ? (
        <Checklist run={changes} checklist={view.checklist} />
      ) : (
        <ol className="mt-2 flex flex-col gap-1.5">
          {plan.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a plan may say the same thing twice
            <PlanRow key={`${index} ${line.text}`} line={line} />
          ))}
        </ol>
      )}
    </section>
  )
}
