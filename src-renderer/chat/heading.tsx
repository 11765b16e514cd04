// Shows the heading of a part of the aside.
import type { ReactNode } from 'react'

export const Heading = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="flex min-h-6 items-center justify-between gap-2 text-s text-ink-2">
    <h2 className="font-semibold">{title}</h2>
    {children}
  </div>
)
