// Shows content that opens in place on request.
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface DisclosureProps {
  summary: ReactNode
  className?: string
  /** Whether it is open at first. */
  open?: boolean
  children: ReactNode
}

export const Disclosure = ({ summary, className, open = false, children }: DisclosureProps) => (
  <details open={open} className={cx('group', className)}>
    <summary className="flex min-h-8 cursor-default list-none items-center gap-1.5 rounded-s text-ink-2 hover:text-ink [&::-webkit-details-marker]:hidden">
      <ChevronRight aria-hidden size={14} className="shrink-0 text-ink-3 group-open:rotate-90" />
      {summary}
    </summary>
    {children}
  </details>
)
