// Why a step of a dry run can't be done, or not yet: each as a code, with what it says in English.
import { wordsBy, type CodedText, type Words } from './coded-text.ts'

const WORDS = {
  once_open: ({ sought, name }) => `${sought} would be looked for once “${name}” is open.`,
  once_closed: ({ sought, name }) => `${sought} would be looked for once “${name}” is closed.`,
  once_chosen: ({ sought, name }) => `${sought} would be looked for once “${name}” is chosen.`,
  again_once_done: ({ name }) => `It is not there now: it would be looked for again once “${name}” is done.`,
  keys_once_done: ({ name }) => `What has the keyboard is known once “${name}” is done.`,
  keys_once_that: () => 'What has the keyboard is known once that is done.',
  keys_once_front: ({ name }) => `What has the keyboard is known once “${name}” is in front.`,
  menu_once_open: ({ name }) => `The item “${name}” would be looked for once its menu is open.`,
  dialog_once_open: () =>
    'The dialog would be looked for once it is open; what is asked there is known then.',
  waited_for: () => 'It is not there now: it would be waited for.',
  out_of_sight: ({ thought }) => `It is not on the screen now. ${thought}`,
  there_already: () => 'It is there already.',
  would_ask: ({ question }) => `Would ask: ${question}`,
  asks_secret: ({ name }) => `Would ask for the secret “${name}”.`,
  no_window: () => 'No window is open. Say first which application: open APP.',
  not_understood: ({ problem }) => problem ?? '',
  refused: ({ reason }) => `It would be refused: ${reason}`,
  /** The reason in the words of the interpreter, a replay or a tool. */
  not_found: ({ reason }) => reason ?? '',
} as const satisfies Record<string, Words>

export type ForeseenCode = keyof typeof WORDS

export const foreseen = (code: ForeseenCode, parameters: Record<string, string> = {}): CodedText => ({
  code,
  parameters,
})

export const foreseenWords = (text: CodedText): string => wordsBy(WORDS, text)
