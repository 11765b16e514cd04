// Measuring on a noisy machine: the thing and its baseline in turn, A B A B …, and the ratio pair by pair.

/** One line of the output. `ratio` is value / baseline at the median over the pairs; `n` counts the pairs. */
export interface Figure {
  name: string
  value: number
  unit: string
  baseline: number | null
  ratio: number | null
  /** What `ratio` (or `value`, where there is no baseline) must be: `<= 0.2`. */
  goal: string
  ok: boolean
  n: number
  note?: string
}

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

/** Milliseconds of `thing` and `baseline`, in turn; the first `warmUp` pairs do not count. */
export async function pairs(n: number, thing: () => Promise<unknown>, baseline: () => Promise<unknown>, warmUp = 2): Promise<Pairs> {
  const values: number[] = []
  const baselines: number[] = []
  for (let index = -warmUp; index < n; index++) {
    const a = await timed(thing)
    const b = await timed(baseline)
    if (index < 0) continue
    values.push(a)
    baselines.push(b)
  }
  const ratios = values.map((value, index) => value / (baselines[index] ?? Number.NaN))
  return { value: median(values), baseline: median(baselines), ratio: median(ratios), n }
}

const round = (value: number) => Number(value.toPrecision(4))

type Comparison = '<=' | '>='
const holds = (value: number, comparison: Comparison, bound: number) => (comparison === '<=' ? value <= bound : value >= bound)

/** A figure from pairs, judged by its ratio. */
export const fromPairs = (name: string, measured: Pairs, comparison: Comparison, bound: number, note?: string): Figure => ({
  name,
  value: round(measured.value),
  unit: 'ms',
  baseline: round(measured.baseline),
  ratio: round(measured.ratio),
  goal: `ratio ${comparison} ${round(bound)}`,
  ok: holds(measured.ratio, comparison, bound),
  n: measured.n,
  ...(note === undefined ? {} : { note }),
})

/** A figure without a baseline, judged by its value. */
export const plain = (name: string, value: number, unit: string, comparison: Comparison, bound: number, n: number, note?: string): Figure => ({
  name,
  value: round(value),
  unit,
  baseline: null,
  ratio: null,
  goal: `value ${comparison} ${round(bound)}`,
  ok: holds(value, comparison, bound),
  n,
  ...(note === undefined ? {} : { note }),
})
