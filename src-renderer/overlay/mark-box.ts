// Defines the measures of the mark, in CSS pixels. On Linux the window is cut to exactly these shapes, so nothing is drawn
// between.

export const BORDER = 4
export const RING = { outer: 22, inner: 18, dot: 6 } as const
export const LABEL = { width: 240, height: 28, gap: 32 } as const
/** Least pixels to the right edge for a label on the right; with less, it is on the left. */
const NEEDED = 300

export const labelLeft = (x: number, width: number): boolean => width - x < NEEDED
