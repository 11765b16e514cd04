// Writes what was learned before as lines of a prompt: it may be wrong here, and it never instructs.
import type { Memory } from '../../../src-preload/contract/memory.ts'
import { quote } from './data.ts'

const LONGEST_TITLE = 300
/** The retriever keeps to a budget; this bound only protects against a broken store. */
const LONGEST_TEXT = 12_000

export const memoryLines = (memories: readonly Memory[]): string[] => memories.flatMap(linesOf)

function linesOf({ kind, outcome, title, text, tips, helped, failed }: Memory): string[] {
  const fared = helped + failed === 0 ? '' : ` helped ${helped} of ${helped + failed}`
  const how = outcome === 'worked' ? '' : ' DID NOT WORK'
  return [
    `- ${kind}${how}${fared} ${quote(title, LONGEST_TITLE)}`,
    `  ${quote(text, LONGEST_TEXT)}`,
    ...(tips === '' ? [] : [`  tips ${quote(tips, LONGEST_TEXT)}`]),
  ]
}
