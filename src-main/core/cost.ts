// Counts what a session costs, and writes it in words. What is unknown is called unknown, never 0.
import type { Context } from './context.ts'

/** Writes US dollars, or why there is no number. */
export const formatCost = (cost: number | null): string =>
  cost === null
    ? 'unknown (the price of a model is not known)'
    : `$${cost.toFixed(cost > 0 && cost < 0.01 ? 4 : 2)}`

/** What a run has paid, and whether it may pay more. `cost` is in US dollars; null where the price is unknown. */
export interface CostAccount {
  add(cost: number | null): void
  readonly isOver: boolean
}

/** Tells whether the cost is over `ceiling` (US dollars; null is no ceiling). An unknown cost is not over it. */
export const isOverCost = (context: Context, ceiling: number | null): boolean => {
  const cost = context.get('SESSION_COST')
  return ceiling !== null && cost !== null && cost >= ceiling
}
