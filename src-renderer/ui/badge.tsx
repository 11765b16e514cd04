// Shows a small fact in a hairline, such as `3 waiting` or `default`.
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import type { Meaning } from './dot.tsx'

const LOOKS: Record<Meaning, string> = {
  none: 'border-line text-ink-2',
  agent: 'border-agent-line bg-agent-soft text-agent',
  you: 'border-you-line bg-you-soft text-you',
  good: 'border-transparent bg-good-soft text-good',
  bad: 'border-transparent bg-bad-soft text-bad',
}

interface BadgeProps {
  meaning?: Meaning
  icon?: ReactNode
  children: ReactNode
}

export const Badge = ({ meaning = 'none', icon, children }: BadgeProps) => (
  <span
    className={cx(
      'inline-flex h-5 shrink-0 items-center gap-1 rounded-full border px-2 text-xs font-medium whitespace-nowrap',
      LOOKS[meaning],
    )}
  >
    {icon}
    {children}
  </span>
)
