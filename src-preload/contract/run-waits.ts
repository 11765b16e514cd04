// Tells for how long a run waited for its person, because of a question or a pause: none of that is its own time.
import type { RunView, Wait } from './run-shapes.ts'

/** Returns the waits after an event at `ts`. `isWaiting`: whether it waits from now on. */
export function waitsAfter(waits: readonly Wait[], isWaiting: boolean, ts: number): readonly Wait[] {
  const last = waits.at(-1)
  const open = last !== undefined && last.to === null ? last : null
  if (isWaiting === (open !== null)) return waits
  return open ? [...waits.slice(0, -1), { ...open, to: ts }] : [...waits, { from: ts, to: null }]
}

/** Returns the milliseconds from `from` to `to` without the waits among them. Both are times of the journal. */
export function ownMs({ waits }: Pick<RunView, 'waits'>, from: number, to: number): number {
  const held = waits.map((wait) => Math.max(0, Math.min(wait.to ?? to, to) - Math.max(wait.from, from)))
  return Math.max(0, to - from - held.reduce((sum, ms) => sum + ms, 0))
}
