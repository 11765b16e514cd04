// The interpreter reads a request in linear time, whatever is in it: measured by how time grows with size, never against a clock.
import { expect, test } from 'vitest'
import { sameLabel } from '../matching/agreement.ts'
import { parseRequest } from './parser.ts'
import { readPhrase, strayWords } from './phrases.ts'

const SMALL = 3_000
const FACTOR = 8
/**
 * Of linear work the factor itself, of quadratic work its square. The short run fits into the youngest part of the heap and the long one does
 * not: measured, that doubles the growth of linear work.
 */
const MAX_GROWTH = FACTOR ** 1.75
/** Milliseconds below which a measure tells nothing. */
const MIN_MEASURED_MS = 25

const PIECES = [
  ' ', '\t', '\n', '\r', '\u00a0', '\u200b', '\u2028', ',', '.', '. ', '5. ', '"', "'", "' ", '“', '‘', '’', '\uE000', '(', '(s)', '[', '_', '&',
  '…', '>', ' > ', '+', '- ', 'a', 'a ', '1', 'é', 'e\u0301', '\u0301', '中', '×', 'ﬁ', 'and ', 'then ', 'the ', 'in ', ' to ', 'please ', 'Ctrl+', 'F1 ',
] // prettier-ignore

const REQUESTS: Record<string, (run: string) => string> = {
  alone: (run) => run,
  'where an application is': (run) => `open ${run}b`,
  'where a control is': (run) => `open form, click b${run}b`,
  'in quotes': (run) => `open form, click "b${run.replaceAll('"', '')}b"`,
  'where a field is': (run) => `open form, type x in a${run}b`,
  'where keys are': (run) => `open form, press ${run}b`,
  'where a path of a menu is': (run) => `open form, choose a${run}b`,
  'where two names are': (run) => `open form, select a${run} in ${run}b`,
  'at the end': (run) => `open form, wait for b${run}`,
  'where a text is replaced': (run) => `replace ${run} with ${run}b`,
  'around a command': (run) => `could you ${run} please`,
  'after a number': (run) => `open form, scroll down 3${run}x`,
}

/** Milliseconds of reading it, and of finding what it names. */
function costOf(request: string): number {
  const start = process.cpuUsage()
  parseRequest(request)
  strayWords(request)
  readPhrase(request)
  sameLabel(request, `${request}!`)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

const repeated = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length))

/** Tells whether the costs grow faster than they may; the smallest of several counts, because what else the machine does only adds. */
function isSlow(cost: (length: number) => number): boolean {
  const small = Math.min(cost(SMALL), cost(SMALL), cost(SMALL))
  const large = Math.min(cost(SMALL * FACTOR), cost(SMALL * FACTOR))
  return large > Math.max(small, MIN_MEASURED_MS / FACTOR) * MAX_GROWTH
}

test.each(Object.entries(REQUESTS))('a long run of anything takes linear time: %s', (_, request) => {
  const slow: string[] = []
  for (const piece of PIECES) {
    const cost = (length: number) => costOf(request(repeated(piece, length)))
    if (cost(SMALL * FACTOR) < MIN_MEASURED_MS) continue
    // A collection of garbage, or another program, makes one measure large; what is slow by itself is so each time.
    if (isSlow(cost) && isSlow(cost) && isSlow(cost)) slow.push(JSON.stringify(piece))
  }
  expect(slow).toEqual([])
})
