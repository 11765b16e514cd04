// How a cost is said. What is unknown is said to be unknown, never 0.

/** US dollars, or why there is no number. */
export const formatCost = (cost: number | null): string =>
  cost === null
    ? 'unknown (the price of a model is not known)'
    : `$${cost.toFixed(cost > 0 && cost < 0.01 ? 4 : 2)}`
