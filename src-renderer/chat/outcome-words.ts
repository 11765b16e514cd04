// Says the outcome of a request in a person's terms: what was saved or answered, and how much of it was checked.
import { writtenFiles } from '../../src-preload/contract/evidence.ts'
import type { RoundView } from '../../src-preload/contract/run-view.ts'
import { verifiedEffects } from '../../src-preload/contract/verified-effects.ts'
import { resultWords } from '../../src-preload/contract/words.ts'

/** Returns the files that the acts of the request are known to have written. */
export const filesOf = ({ steps }: Pick<RoundView, 'steps'>): string[] =>
  writtenFiles(steps.flatMap(({ actions }) => actions.flatMap(({ told }) => told)))

/** Counts the acts that could be checked, and those whose success was observed. */
export const checkedOf = ({ steps }: Pick<RoundView, 'steps'>): { confirmed: number; acts: number } =>
  verifiedEffects(steps)

/** The program's own words for the end, which a person need not read. */
const OVER = /^(?:All \d+ clauses are|The clause is) done\.$/

export const isOver = (text: string): boolean => OVER.test(text)

/** Returns the answer; empty where there is nothing to read. */
export function answerOf({ result, error }: Pick<RoundView, 'result' | 'error'>): string {
  const told = resultWords(result).trim()
  return told === error || isOver(told) ? '' : told
}
