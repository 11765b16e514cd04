// Computes when a schedule was due last, by the local calendar: only arithmetic, because the system's scheduler has the clock.
import { DAYS, type When } from '../../src-preload/contract/calls/schedules.ts'

/** Milliseconds after which a due schedule counts as missed: the machine was off, or asleep. */
export const MISSED_AFTER_MS = 10 * 60_000

type AtTime = Extract<When, { kind: 'time' }>

/** Returns the last time at or before `now`, in milliseconds since 1970. */
export function lastDue({ days, at }: AtTime, now: number): number {
  const [hour = 0, minute = 0] = at.split(':').map(Number)
  for (let back = 0; back <= DAYS.length; back++) {
    const day = new Date(now)
    day.setDate(day.getDate() - back)
    day.setHours(hour, minute, 0, 0)
    // Sunday is the first day of JavaScript's week.
    const name = DAYS[(day.getDay() + 6) % DAYS.length]
    if (name !== undefined && days.includes(name) && day.getTime() <= now) return day.getTime()
  }
  throw new Error('A week has none of its days.')
}

/** Says whether a name fits a pattern. Case does not count (`*.pdf` fits `March.PDF`), because a scanner chooses it, not the person. */
export function fits(name: string, pattern: string): boolean {
  const source = Array.from(pattern)
    .map((sign) => (sign === '*' ? '.*' : sign === '?' ? '.' : sign.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')))
    .join('')
  return new RegExp(`^${source}$`, 'is').test(name)
}
