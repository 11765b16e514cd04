// Draws the plan of a run as a list.
import { Check, Circle, Navigation, X } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { RunView } from '../../src-preload/contract/run-view.ts'
import { cx } from '../ui/cx.ts'
import { Heading } from './heading.tsx'
import { planOf, type PlanLine } from './plan.ts'

export function RunPlan({ view }: { view: RunView }) {
  const { t } = useTranslation()
  const plan = useMemo(() => planOf(view), [view])
  if (plan.length === 0) return null
  const done = plan.filter(({ state }) => state === 'done').length
  return (
    <section>
      <Heading title={t('aside.plan')}>
        <span>{t('aside.plan_count', { done, all: plan.length })}</span>
      </Heading>
      <ol className="mt-2 flex flex-col gap-1.5">
        {plan.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a plan may say the same thing twice
          <PlanRow key={`${index} ${line.text}`} line={line} />
        ))}
      </ol>
    </section>
  )
}

const SIGNS = {
  done: <Check size={13} />,
  failed: <X size={13} />,
  current: <Navigation size={12} />,
  next: <Circle size={11} />,
}
const COLOURS = {
  done: 'text-ink-3',
  failed: 'text-bad',
  current: 'font-[550] text-ink',
  next: 'text-ink-2',
}

function PlanRow({ line }: { line: PlanLine }) {
  const { t } = useTranslation()
  return (
    <li className={cx('grid grid-cols-[16px_1fr] gap-2', COLOURS[line.state])}>
      <span aria-hidden className={cx('mt-[3px]', line.state === 'current' && 'text-agent')}>
        {SIGNS[line.state]}
      </span>
      <span className="min-w-0 break-words">
        <span className="sr-only">{t(`aside.plan_${line.state}`)}: </span>
        {line.text}
      </span>
    </li>
  )
}
