// Sums rows of usage for the plots. What is unknown stays unknown: it is never counted as nothing.
import type { DayRow, UsageRow } from '../../src-preload/contract/calls/history.ts'

/** A sum of the known numbers. `unknown` counts the calls without a number. */
export interface Sum {
  /** Null when none of it is known. */
  known: number | null
  unknown: number
}

export interface UsageGroup {
  /** A day, a model or an application. */
  name: string
  calls: number
  input: Sum
  output: Sum
  cost: Sum
}

type Measure = 'input_tokens' | 'output_tokens' | 'cost'

function sumOf(rows: readonly UsageRow[], measure: Measure): Sum {
  const values = rows.map((row) => row[measure])
  const known = values.filter((value) => value !== null)
  const unknown = rows.filter((row) => row[measure] === null).reduce((sum, row) => sum + row.calls, 0)
  return {
    known: rows.length > 0 && known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0),
    unknown,
  }
}

export const totalOf = (rows: readonly UsageRow[], name = ''): UsageGroup => ({
  name,
  calls: rows.reduce((sum, row) => sum + row.calls, 0),
  input: sumOf(rows, 'input_tokens'),
  output: sumOf(rows, 'output_tokens'),
  cost: sumOf(rows, 'cost'),
})

/** Makes one group per model or application, the one with the most calls first. */
export const groupsBy = (rows: readonly UsageRow[], by: 'model' | 'application'): UsageGroup[] =>
  [...Map.groupBy(rows, (row) => row[by])]
    .map(([name, own]) => totalOf(own, name))
    .toSorted((a, b) => b.calls - a.calls || a.name.localeCompare(b.name))

/** Tells whether a model was asked at all; plain commands take no tokens and cost nothing. */
export const askedAny = (rows: readonly UsageRow[]): boolean =>
  rows.some((row) => row.input_tokens !== 0 || row.output_tokens !== 0 || row.cost !== 0)

/** Lists the last `days` days up to `today` (`2026-11-21`), the oldest first, without gaps. */
export function daysUpTo(today: string, days: number): string[] {
  // Noon of UTC is used, so that a clock change neither skips nor repeats a day.
  const end = Date.parse(`${today}T12:00:00Z`)
  return Array.from({ length: days }, (_, back) =>
    new Date(end - (days - 1 - back) * 86_400_000).toISOString().slice(0, 10),
  )
}

export const usageByDay = (rows: readonly UsageRow[], days: readonly string[]): UsageGroup[] => {
  const byDay = Map.groupBy(rows, (row) => row.day)
  return days.map((day) => totalOf(byDay.get(day) ?? [], day))
}

/** Makes one row per day; a day without runs has zeros, because there certainly were none. */
export const runsByDay = (rows: readonly DayRow[], days: readonly string[]): DayRow[] => {
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const none = { completed: 0, unsure: 0, failed: 0, stopped: 0, ms: 0, steps: 0 }
  return days.map((day) => byDay.get(day) ?? { day, ...none })
}

/** Returns the share of runs that are done among those that no person has stopped; null when there were none. */
export function successOf(rows: readonly DayRow[]): number | null {
  const completed = rows.reduce((sum, row) => sum + row.completed, 0)
  const ended = rows.reduce((sum, row) => sum + row.completed + row.unsure + row.failed, 0)
  return ended === 0 ? null : completed / ended
}
