// Lists the questions that the program itself asks, with their answers; each shell says them in its own words.
import { CHECKLIST_QUESTIONS } from './checklist.ts'
import type { CodedText } from './coded-text.ts'
import type { Say } from './outcome-said.ts'

/** What becomes of work that is not saved, before its desktop ends with the session. */
export const UNSAVED_QUESTION = {
  code: 'unsaved_work',
  save: 'Save',
  discard: 'Discard',
  keep: 'Keep open',
} as const
/** Under which name to save what has none. */
export const NAME_QUESTION = { code: 'unsaved_name' } as const

/** A code, and for each of its answers the name under which its words are kept. */
export const PROGRAM_QUESTIONS: readonly ({ code: string } & Readonly<Record<string, string>>)[] = [
  ...Object.values(CHECKLIST_QUESTIONS),
  UNSAVED_QUESTION,
  NAME_QUESTION,
]

export interface AskedWords {
  text: string
  /** Gives the words of a choice. */
  choice: (choice: string) => string
}

/** Says what the program asks by its code, and what a model or an application asks as it is. */
export function askedWords(
  { text, told }: { text: string; told?: CodedText | null | undefined },
  say: Say,
): AskedWords {
  const known = PROGRAM_QUESTIONS.find(({ code }) => code === told?.code)
  if (!known || !told) return { text, choice: (choice) => choice }
  const { code, ...answers } = known
  // locales: questions.*
  return {
    text: say(`questions.${code}.text`, told.parameters),
    choice: (choice) => {
      const answer = Object.entries(answers).find(([, words]) => words === choice)
      return answer ? say(`questions.${code}.${answer[0]}`) : choice
    },
  }
}
