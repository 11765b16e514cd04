// What a session costs, and how it is said. What is unknown is said to be unknown, never 0.
import type { Context } from './context.ts'

/** US dollars, or why there is no number. */
export const formatCost = (cost: number | null): string =>
  cost === null
    ? 'unknown (the price of a model is not known)'
    : `$${cost.toFixed(cost > 0 && cost < 0.01 ? 4 : 2)}`

/** What a run has paid, and whether it may pay more. `cost` is in US dollars; null where the price is unknown. */
export interface CostAccount {
  add(cost: number | null): void
  readonly isOver: boolean
}

/** `ceiling` is in US dollars; null is no ceiling. A cost that is not known is not over it. */
export const isOverCost = (context: Context, ceiling: number | null): boolean => {
  const cost = context.get('SESSION_COST')
  return ceiling !== null && cost !== null && cost >= ceiling
}
