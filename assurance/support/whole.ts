// Says how much of a suite runs: a little of it within `npm test`, all of it with `npm test -- assurance`, and as many as
// `ASSURANCE` says (`ASSURANCE=10000 npx vitest run --project assurance assurance/fuzz -t plan`).

const { ASSURANCE = '' } = process.env
const IS_WHOLE = ASSURANCE === 'whole'

/** So many of what is tried. */
export const many = ({ whole, usual }: { whole: number; usual: number }): number =>
  IS_WHOLE ? whole : Number(ASSURANCE) || usual

/** Milliseconds that one test of a suite may take. */
export const TEST_MS = ASSURANCE === '' ? 300_000 : 3_600_000
