// Reads fields for a date or a time that are made of spinners (those of pages): which part is the month is told by its range, because
// its name is in the language of the browser. Firefox tells no ranges, and then the name has to do.
import type { RunControl } from '../../../core/run-control.ts'
import type { Platform, PlatformElement } from '../../../platform/platform.ts'
import { byRefOf, refsAround } from './holders.ts'

export type DateUnit = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'half'

export interface DatePart {
  element: PlatformElement
  unit: DateUnit
  /** The least and the largest number: 1 to 12 for hours beside morning and afternoon, which are 0 and 1, or 1 and 2. */
  least: number
  most: number
  /** It tells no range, and its name says what it is. */
  isNamed: boolean
}

/** Lists the spinners inside a field, in their order: more than one are the parts of a date or a time. */
export function spinnersIn(field: PlatformElement, elements: readonly PlatformElement[]): PlatformElement[] {
  // Firefox calls a field for a time a group.
  if (field.role !== 'edit' && field.role !== 'group') return []
  const byRef = byRefOf(elements)
  const isInside = (each: PlatformElement): boolean =>
    refsAround(each, byRef).slice(0, MAX_BETWEEN).includes(field.ref)
  return elements.filter(
    (each) =>
      (each.role === 'spinner' || (each.role === 'edit' && unitNamed(each.name) === 'half')) &&
      isInside(each),
  )
}

const NAMES: readonly (readonly [DateUnit, RegExp])[] = [
  ['year', /^(?:year|jahr|année|año|anno|ano|年)$/i],
  ['month', /^(?:month|monat|mois|mes|mese|mês|月)$/i],
  ['day', /^(?:day|tag|jour|día|giorno|dia|日)$/i],
  ['hour', /^(?:hours?|stunden?|heures?|horas?|ore|小时|時)$/i],
  ['minute', /^(?:minutes?|minuten?|minutos?|minuti|分钟|分)$/i],
  ['second', /^(?:seconds?|sekunden?|secondes?|segundos?|secondi|秒)$/i],
  ['half', /^(?:am\/pm|vorm\.\/nachm\.|a\. ?m\.\/p\. ?m\.|上午\/下午)$/i],
]
const unitNamed = (name: string): DateUnit | null => NAMES.find(([, words]) => words.test(name))?.[0] ?? null

/** What a part can have that tells no range: as a calendar and a clock count. */
const RANGES: Readonly<Record<DateUnit, readonly [least: number, most: number]>> = {
  year: [1, 275_760],
  month: [1, 12],
  day: [1, 31],
  hour: [0, 23],
  minute: [0, 59],
  second: [0, 59],
  half: [0, 1],
}

/** Reads what the spinners of a field stand for; none where it is no field of parts, or tells no ranges. */
export async function datePartsOf(
  platform: Platform,
  spinners: readonly PlatformElement[],
  run: RunControl,
): Promise<DatePart[]> {
  const parts: DatePart[] = []
  const isHalved = spinners.some(({ name }) => unitNamed(name) === 'half')
  for (const element of spinners.length > 1 ? spinners : []) {
    const range = await platform.range?.(element.ref, run)
    const told = range ? unitOf(range, parts) : null
    const unit = told ?? unitNamed(element.name)
    if (!unit) return []
    const [least, most] = unit === 'hour' && isHalved ? [1, 12] : RANGES[unit]
    // Two times in one group are told apart by nothing.
    if (parts.some((part) => part.unit === unit)) return []
    parts.push({ element, unit, ...(told && range ? range : { least, most }), isNamed: !told })
  }
  return parts
}

/** The most levels between a part and its field. */
const MAX_BETWEEN = 5

function unitOf(
  { least, most }: { least: number; most: number },
  before: readonly DatePart[],
): DateUnit | null {
  const has = (unit: DateUnit) => before.some((part) => part.unit === unit)
  if (most > 99) return 'year'
  if (most >= 28 && most <= 31) return 'day'
  if (most === 59) return has('minute') ? 'second' : 'minute'
  if (most <= 2) return 'half'
  // A date stands before its time, so the first that goes to 12 is a month, unless only a time has begun.
  if (most === 12 || most === 11) return least === 1 && !has('month') && !has('hour') ? 'month' : 'hour'
  return most === 23 || most === 24 ? 'hour' : null
}

const WRITTEN =
  /^(?:(?<year>\d{1,6})-(?<month>\d{1,2})(?:-(?<day>\d{1,2}))?)?(?:(?:^|[ T])(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?)?$/

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
/** Dates as they are said, none of which can be read in two ways: “14/3/2027” may be one of March only by chance. */
const SAID_DATES = [
  /^(?<day>\d{1,2})(?:st|nd|rd|th)? (?:of )?(?<month>[a-z]{3,9})\.?,? (?<year>\d{4})$/i,
  /^(?<month>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/i,
  /^(?<day>\d{1,2})\. ?(?<month>\d{1,2})\. ?(?<year>\d{4})$/,
]
const SAID_TIME = /^(?<hour>1[0-2]|0?[1-9])(?:[:.](?<minute>\d{2}))? ?(?<half>[ap])\.?m\.?$/i

/** Writes “24 December 2001” as 2001-12-24 and “2:30 pm” as 14:30; anything else as it is. */
function inNumbers(text: string): string {
  const date = SAID_DATES.map((each) => each.exec(text)?.groups).find((groups) => groups !== undefined)
  if (date) {
    const { day = '', month = '', year = '' } = date
    const named = MONTHS.findIndex((name) => name.startsWith(month.toLowerCase())) + 1
    return `${year}-${/^\d/.test(month) ? month : named}-${day}`
  }
  const time = SAID_TIME.exec(text)?.groups
  if (!time) return text
  const hour = (Number(time['hour']) % 12) + (/^p$/i.test(time['half'] ?? '') ? 12 : 0)
  return `${hour}:${time['minute'] ?? '00'}`
}

/** The number of each part for `2027-03-14`, `2027-03`, `14:30` or a date and a time; null where the text does not fill all of them. */
export function dateNumbers(text: string, parts: readonly DatePart[]): Map<DatePart, number> | null {
  const written = WRITTEN.exec(inNumbers(text.trim()))?.groups
  if (!written) return null
  // A month alone in a field of a time is its hour.
  const isTime = !parts.some(({ unit }) => unit === 'year' || unit === 'day')
  const hour = Number(written['hour'])
  const numbers = new Map<DatePart, number>()
  for (const part of parts) {
    const unit = isTime && part.unit === 'month' ? 'hour' : part.unit
    const isHalves = unit === 'hour' && part.most <= 12
    const number =
      unit === 'half'
        ? part.least + (hour >= 12 ? 1 : 0)
        : isHalves
          ? hour % 12 || 12
          : Number(written[unit] ?? (unit === 'second' ? 0 : Number.NaN))
    if (!Number.isInteger(number) || number < part.least || number > part.most) return null
    numbers.set(part, number)
  }
  const has = (unit: DateUnit) => parts.some((part) => part.unit === unit)
  if (written['year'] !== undefined && !has('year')) return null
  return written['hour'] !== undefined && !isTime && !has('hour') ? null : numbers
}
