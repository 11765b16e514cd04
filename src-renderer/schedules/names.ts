// Names days and times of schedules in the language of the window.
import type { Schedule } from '../../src-preload/contract/calls/schedules.ts'
import { DAYS, type Day } from '../../src-preload/contract/calls/schedules.ts'

/** Marks a new schedule, because no schedule can have this name. */
export const NEW_SCHEDULE = '+new'

/** A Monday, and so each day of its week. */
const MONDAY = Date.UTC(2024, 0, 1)
const A_DAY_MS = 86_400_000

export function dayName(day: Day, language: string, length: 'long' | 'short'): string {
  const date = new Date(MONDAY + DAYS.indexOf(day) * A_DAY_MS)
  return new Intl.DateTimeFormat(language, { weekday: length, timeZone: 'UTC' }).format(date)
}

/** Says when a schedule begins: `Mon, Thu 09:00`; null for one that waits for a file. */
export function whenWords({ when }: Schedule, language: string): { days: string; at: string } | null {
  if (when.kind === 'file') return null
  const days = DAYS.filter((day) => when.days.includes(day)).map((day) => dayName(day, language, 'short'))
  return { days: days.join(', '), at: when.at }
}
