// Tests values of unknown shape.

/** True for an object with keys, but not for a list or null. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
