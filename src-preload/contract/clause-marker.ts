// Defines the comment by which the reader of plain commands marks each of its steps with the clause that it is about.

/** The purpose of a step within its clause. */
export type Phase =
  | 'act'
  | 'wait'
  | 'ask'
  | 'seek'
  | 'page'
  | 'window'
  | 'launch'
  | 'assign'
  | 'keys'
  | 'menu'
  | 'item'
  | 'type'
  | 'plain'
  | 'fill'
  | 'again'
  | 'press'
  | 'settle'
  | 'encode'
  | 'greet'

/** 0-based number of the clause, and the purpose of the step. */
interface Place {
  index: number
  phase: Phase
}

const MARKER = /^clause (\d+) of \d+(?: \[(\w+)\])?: /

/** Writes the comment that marks a step, such as `clause 2 of 5: click OK`; a person can read it, too. */
export const marker = (index: number, total: number, phase: Phase, words: string): string =>
  `clause ${index + 1} of ${total}${phase === 'act' ? '' : ` [${phase}]`}: ${words.replace(/\s+/g, ' ').slice(0, 120)}`

export function placeOf({ comment }: { comment?: string | null | undefined }): Place | null {
  const match = MARKER.exec(comment ?? '')
  return match ? { index: Number(match[1]) - 1, phase: (match[2] ?? 'act') as Phase } : null
}

/** Tells whether a step only waited, of itself, for what is not there yet; a wait that was asked for is an act. */
export const isPatience = (step: Parameters<typeof placeOf>[0]): boolean => placeOf(step)?.phase === 'wait'
