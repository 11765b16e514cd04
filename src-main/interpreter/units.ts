// Knows the units in which a person counts: a field takes the number alone, and one that counts in another unit takes none.
import type { Control } from '../core/desktop.ts'
import { inLines } from '../matching/places.ts'

const UNITS: Readonly<Record<string, RegExp>> = {
  milliseconds: /(?<!\p{L})(?:ms|msecs?|milliseconds?)(?!\p{L})/iu,
  seconds: /(?<!\p{L})(?:s|secs?|seconds?)(?!\p{L})/iu,
  minutes: /(?<!\p{L})(?:min|mins|minutes?)(?!\p{L})/iu,
  hours: /(?<!\p{L})(?:h|hrs?|hours?)(?!\p{L})/iu,
  days: /(?<!\p{L})days?(?!\p{L})/iu,
  percent: /%|(?<!\p{L})per ?cent(?!\p{L})/iu,
  pixels: /(?<!\p{L})(?:px|pixels?)(?!\p{L})/iu,
  points: /(?<!\p{L})(?:pt|points?)(?!\p{L})/iu,
}

/** How a unit is written in a clause. */
export const UNIT = 'milliseconds?|seconds?|minutes?|hours?|days?|per ?cent|pixels?|points?'

const unitsIn = (text: string): string[] =>
  Object.keys(UNITS).filter((unit) => UNITS[unit]?.test(text) === true)

/** Pixels within which a text behind a field says what it counts. */
const BEHIND = 60

/** The unit in which a field says that it counts, in its own words or those behind it, where that is another one than `unit`; else null. */
export function otherUnit(field: Control, unit: string, controls: readonly Control[]): string | null {
  const right = field.bounds.x + field.bounds.width
  const behind = controls.filter(
    (each) =>
      each.role === 'text' &&
      each.window_id === field.window_id &&
      each.bounds.x >= right &&
      each.bounds.x <= right + BEHIND &&
      inLines([each, field], ({ bounds }) => bounds).length === 1,
  )
  const said = [field.name, field.description ?? '', field.value ?? '', ...behind.map(({ name }) => name)]
  const told = said.flatMap(unitsIn)
  const [own] = unitsIn(unit)
  return own === undefined || told.length === 0 || told.includes(own) ? null : (told[0] ?? null)
}
