// Measuring on a noisy machine: the thing and its baseline in turn, A B A B …, and the ratio pair by pair.

/** One line of the output. */
export interface Figure {
  name: string
  value: number
  unit: string
  baseline: number | null
  /** value / baseline, the median over the pairs. */
  ratio: number | null
  /** What `ratio` (or `value`, where there is no baseline) must be: `ratio <= 0.2`. `none` is for information. */
  goal: string
  ok: boolean
  /** Pairs, or single measurements. */
  n: number
  note?: string
}

/** Whether a figure of this name was asked for. */
export type Wants = (name: string) => boolean

export const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export interface Pairs {
  value: number
  baseline: number
  ratio: number
  n: number
}

interface PairOptions {
  /** Pairs at the beginning that do not count. */
  warmUp?: number
  /** Done before each single measurement, and not counted. */
  before?: () => Promise<unknown>
}

/** Milliseconds of `thing` and `baseline`, in turn. */
export async function pairs(
  n: number,
  thing: () => Promise<unknown>,
  baseline: () => Promise<unknown>,
  { warmUp = 2, before = () => Promise.resolve() }: PairOptions = {},
): Promise<Pairs> {
  const values: number[] = []
  const baselines: number[] = []
  for (let index = -warmUp; index < n; index++) {
    globalThis.gc?.()
    await before()
    const value = await timed(thing)
    await before()
    const base = await timed(baseline)
    if (index < 0) continue
    values.push(value)
    baselines.push(base)
  }
  return pairsOf(values, baselines)
}

/** Measurements that were taken in turn. */
export function pairsOf(values: readonly number[], baselines: readonly number[]): Pairs {
  const ratios = baselines.map((baseline, index) => (values[index] ?? Number.NaN) / baseline)
  return { value: median(values), baseline: median(baselines), ratio: median(ratios), n: ratios.length }
}

/** Four digits are more than any of these is good for. */
export const rounded = (value: number) => Number(value.toPrecision(4))

/** What a figure must be; `null` is for information. */
export type Goal = { most: number } | { least: number } | null

const holds = (value: number, goal: Goal): boolean =>
  goal === null || ('most' in goal ? value <= goal.most : value >= goal.least)

const words = (what: string, goal: Goal): string => {
  if (goal === null) return 'none'
  return 'most' in goal ? `${what} <= ${rounded(goal.most)}` : `${what} >= ${rounded(goal.least)}`
}

const noted = (note: string) => (note === '' ? {} : { note })

/** A figure from pairs, judged by its ratio. */
export const fromPairs = (name: string, measured: Pairs, goal: Goal, note = '', unit = 'ms'): Figure => ({
  name,
  value: rounded(measured.value),
  unit,
  baseline: rounded(measured.baseline),
  ratio: rounded(measured.ratio),
  goal: words('ratio', goal),
  ok: holds(measured.ratio, goal),
  n: measured.n,
  ...noted(note),
})

/** A figure judged by its value; its baseline, if any, is for information. */
export const plain = (
  name: string,
  value: number,
  unit: string,
  goal: Goal,
  n: number,
  note = '',
  baseline: number | null = null,
): Figure => ({
  name,
  value: rounded(value),
  unit,
  baseline: baseline === null ? null : rounded(baseline),
  ratio: baseline === null ? null : rounded(value / baseline),
  goal: words('value', goal),
  ok: holds(value, goal),
  n,
  ...noted(note),
})
