// Lists the questions that the program itself asks, with their answers; each shell says them in its own words.
import { CHECKLIST_QUESTIONS } from './checklist.ts'

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
