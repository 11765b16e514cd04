// Draws the line at the left of a conversation, with a round sign at each item.
import type { ReactNode } from 'react'
import { cx } from '../ui/cx.ts'

interface RailProps {
  icon: ReactNode
  look?: 'agent' | 'you' | 'quiet'
  bad?: boolean
  children: ReactNode
}

const LOOKS = {
  quiet: 'border-line-strong bg-panel text-ink-2',
  agent: 'border-agent bg-agent text-on-agent',
  you: 'border-you-line bg-you-soft text-you',
}

export const Rail = ({ icon, look = 'quiet', bad = false, children }: RailProps) => (
  <div className="relative pl-7">
    <span aria-hidden className="absolute top-0 bottom-0 left-[9px] w-px bg-line" />
    <span
      aria-hidden
      className={cx(
        'absolute top-1 left-0 grid size-[19px] place-items-center rounded-full border',
        bad ? 'border-bad bg-bad-soft text-bad' : LOOKS[look],
      )}
    >
      {icon}
    </span>
    {children}
  </div>
)
