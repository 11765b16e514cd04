// Says in words for people what is wrong with what they give (a file, a setting, a field), in place of a schema's own.
import type { z } from 'zod'

/** Type of a schema → what a person is asked for. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'give a text',
  number: 'give a number',
  int: 'give a whole number',
  boolean: 'give true or false',
  array: 'give a list',
  object: 'give a group of fields',
  record: 'give a group of fields',
  null: 'leave it empty',
}

/** How the library begins what it says by itself; a schema of ours that says more has its own words. */
const OF_LIBRARY = /^(?:Invalid|Too (?:small|big)|Unrecognized)\b/

/** Returns the words of the schema itself; null where it has none. */
export const ownWordsOf = (issue: z.core.$ZodIssue): string | null =>
  OF_LIBRARY.test(issue.message) ? null : issue.message

/** Says what has to stand there: “give a list”, “use at least 1”. */
export function wantedWords(issue: z.core.$ZodIssue): string {
  const own = ownWordsOf(issue)
  if (own !== null) return own
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? `give a ${issue.expected}`
    case 'invalid_value':
      return `use one of ${issue.values.map(String).join(', ')}`
    case 'unrecognized_keys':
      return `there is no field ${issue.keys.map((key) => `“${key}”`).join(', ')}`
    case 'too_small':
      return leastWords(issue)
    case 'too_big':
      return mostWords(issue)
    default:
      return 'it does not fit'
  }
}

const leastWords = ({ minimum, inclusive, origin }: z.core.$ZodIssueTooSmall): string =>
  origin === 'string'
    ? `use at least ${minimum} characters`
    : inclusive
      ? `use at least ${minimum}`
      : `use more than ${minimum}`

const mostWords = ({ maximum, inclusive, origin }: z.core.$ZodIssueTooBig): string =>
  origin === 'string'
    ? `use at most ${maximum} characters`
    : origin === 'array'
      ? `list at most ${maximum} entries`
      : inclusive
        ? `use at most ${maximum}`
        : `use less than ${maximum}`

/** Says of one fault where it is and what has to stand there: “steps.0: give a text”. */
export function issueWords(issue: z.core.$ZodIssue): string {
  const where = issue.path.map(String).join('.')
  const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
  const wanted = isMissing ? `it is missing, ${wantedWords(issue)}` : wantedWords(issue)
  return where === '' ? wanted : `${where}: ${wanted}`
}

/** Says all faults of a file, one after the other. */
export const faultWordsOf = (error: z.ZodError): string => error.issues.map(issueWords).join('; ')
