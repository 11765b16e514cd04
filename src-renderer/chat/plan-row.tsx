// One line of a plan: its sign, and its words.
import { Check, Circle, Minus, Navigation, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cx } from '../ui/cx.ts'
import { LongText } from '../ui/long-text.tsx'
import type { PlanLine } from './plan.ts'

const SIGNS = {
  done: <Check size={13} />,
  failed: <X size={13} />,
  current: <Navigation size={12} />,
  next: <Circle size={11} />,
  left_out: <Minus size={13} />,
}
const COLOURS = {
  done: 'text-ink-3',
  failed: 'text-bad',
  current: 'font-[550] text-ink',
  next: 'text-ink-2',
  left_out: 'text-ink-3 line-through',
}

export function PlanRow({ line }: { line: PlanLine }) {
  const { t } = useTranslation()
  return (
    <li className={cx('grid grid-cols-[16px_1fr] gap-2', COLOURS[line.state])}>
      <span aria-hidden className={cx('mt-[3px]', line.state === 'current' && 'text-agent')}>
        {SIGNS[line.state]}
      </span>
      <span className="min-w-0 break-words">
        <span className="sr-only">{t(`aside.plan_${line.state}`)}: </span>
        <LongText text={line.text} />
      </span>
    </li>
  )
}
