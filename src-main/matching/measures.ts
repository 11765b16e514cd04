// Reads numbers with a unit: what is given as “2 cm” a field may show as `0.79″`.

const NUMBER = /^\s*[-+]?\d+(?:[.,]\d+)?\s*$/
const MEASURE = /^\s*([-+]?\d+(?:[.,]\d+)?)\s*(\D+?)\s*$/

/** Length units in millimetres. Other units are only equal to themselves. */
const LENGTHS: Record<string, number> = {
  mm: 1,
  cm: 10,
  m: 1000,
  in: 25.4,
  inch: 25.4,
  '"': 25.4,
  '″': 25.4,
  ft: 304.8,
  "'": 304.8,
  '′': 304.8,
  pt: 25.4 / 72,
  pi: 25.4 / 6,
  pc: 25.4 / 6,
}

interface Measure {
  number: number
  /** How far the shown number may be from the true one, because of its decimals: they are rounded or cut (LibreOffice shows 2 cm as 0.78″). */
  within: number
  unit: string
}

/** Null for a plain number, and for any other text. */
function measureOf(text: string): Measure | null {
  const [, digits, unit] = MEASURE.exec(text) ?? []
  if (digits === undefined || unit === undefined) return null
  const decimals = /[.,](\d+)$/.exec(digits)?.[1]?.length ?? 0
  return { number: Number(digits.replace(',', '.')), within: 10 ** -decimals, unit: unit.toLowerCase() }
}

export const isMeasure = (text: string): boolean => measureOf(text) !== null

/** Whether the shown measure is the wanted one, as exactly as its decimals tell. A number alone is meant in the unit that is shown. */
export function showsMeasure(shown: string, wanted: string): boolean {
  const is = measureOf(shown)
  const goal = is && measureOf(NUMBER.test(wanted) ? wanted + is.unit : wanted)
  if (!is || !goal) return false
  const [isIn, goalIn] = [LENGTHS[is.unit], LENGTHS[goal.unit]]
  if (is.unit !== goal.unit && (isIn === undefined || goalIn === undefined)) return false
  const factor = is.unit === goal.unit ? 1 : (goalIn ?? 1) / (isIn ?? 1)
  return Math.abs(is.number - goal.number * factor) < is.within * 0.999
}
