// Draws a point of one of the four meanings. Words are always beside it: colour alone says nothing.
import { cx } from './cx.ts'

export type Meaning = 'agent' | 'you' | 'good' | 'bad' | 'none'

const FILL: Record<Meaning, string> = {
  agent: 'bg-agent',
  you: 'bg-you',
  good: 'bg-good',
  bad: 'bg-bad',
  none: 'bg-line-strong',
}

/** `alive`: something goes on. */
export const Dot = ({ meaning, alive = false }: { meaning: Meaning; alive?: boolean }) => (
  <span
    aria-hidden
    className={cx('size-[7px] shrink-0 self-center rounded-full', FILL[meaning], alive && 'breathe')}
  />
)
