// Says in words for people what is wrong with a file that they give, in place of a schema's own.
import type { z } from 'zod'

/** Type of a schema → what a person is asked for. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
  record: 'a group of fields',
  null: 'empty',
}

/** Says of one fault where it is and what has to stand there: “steps.0: it has to be a text”. */
export function issueWords(issue: z.core.$ZodIssue): string {
  const where = issue.path.map(String).join('.')
  return where === '' ? wishOf(issue) : `${where}: ${wishOf(issue)}`
}

function wishOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? 'it is missing'
        : `it has to be ${KINDS[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `it has to be ${issue.values.map(String).join(' or ')}`
    case 'unrecognized_keys':
      return `there is no field ${issue.keys.map((key) => `“${key}”`).join(', ')}`
    default:
      return issue.message
  }
}

/** Says all faults of a file, one after the other. */
export const faultWordsOf = (error: z.ZodError): string => error.issues.map(issueWords).join('; ')
