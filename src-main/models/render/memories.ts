// Writes what was learned before as lines of a prompt: it may be wrong here, and it never instructs.
import type { Memory } from '../../../src-preload/contract/memory.ts'
import { quote } from './data.ts'

const MAX_TITLE_LENGTH = 300
/** The retriever keeps to a budget; this bound only protects against a broken store. */
const MAX_TEXT_LENGTH = 12_000

export const memoryLines = (memories: readonly Memory[]): string[] => memories.flatMap(linesOf)

function linesOf({ kind, outcome, title, text, tips, helped, failed }: Memory): string[] {
  const fared = helped + failed === 0 ? '' : ` helped ${helped} of ${helped + failed}`
  const how = outcome === 'worked' ? '' : ' DID NOT WORK'
  return [
    `- ${kind}${how}${fared} ${quote(title, MAX_TITLE_LENGTH)}`,
    `  ${quote(text, MAX_TEXT_LENGTH)}`,
    ...(tips === '' ? [] : [`  tips ${quote(tips, MAX_TEXT_LENGTH)}`]),
  ]
}
