// Says how much of a suite runs: a little of it within `npm test`, all of it with `npm test -- assurance`.

const IS_WHOLE = process.env['ASSURANCE'] === 'whole'

/** So many of what is tried. */
export const many = ({ whole, usual }: { whole: number; usual: number }): number => (IS_WHOLE ? whole : usual)

/** Milliseconds that one test of a suite may take. */
export const TEST_MS = IS_WHOLE ? 3_600_000 : 120_000
