// Sums tokens and costs of model calls. Unknown is null and stays unknown in a sum; it is never counted as 0.
import type { Usage } from '../../src-preload/contract/events.ts'

/** US dollars per 1000 tokens. */
export interface Price {
  input: number
  output: number
  /** Price of tokens that the service had cached; the input price where it is not given, so that a cost is never too low. */
  cached?: number
}

export const NO_USAGE: Usage = { input_tokens: 0, output_tokens: 0, cached_tokens: 0, cost: 0 }

const sum = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b)

export const addUsage = (a: Usage, b: Usage): Usage => ({
  input_tokens: sum(a.input_tokens, b.input_tokens),
  output_tokens: sum(a.output_tokens, b.output_tokens),
  cached_tokens: sum(a.cached_tokens, b.cached_tokens),
  cost: sum(a.cost, b.cost),
})

/** Gives US dollars, null where tokens or price are unknown. `cached` is part of `input`. */
export function costOf(
  price: Price | null,
  input: number | null,
  output: number | null,
  cached: number | null,
): number | null {
  if (!price || input === null || output === null) return null
  const known = Math.min(cached ?? 0, input)
  return (
    ((input - known) * price.input + known * (price.cached ?? price.input) + output * price.output) / 1000
  )
}
