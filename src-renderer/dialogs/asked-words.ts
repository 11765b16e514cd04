// Says a question in the language of the window: what the program asks by its code, what a model or an application asks as it is.
import { actWords, type ActWords } from '../../src-preload/contract/act-words.ts'
import { askedWords, type AskedWords } from '../../src-preload/contract/program-questions.ts'
import type { QuestionView } from '../../src-preload/contract/run-view.ts'
import { useSay, useVerbOf } from '../state/i18n.ts'

export const useAskedWords = (question: Pick<QuestionView, 'told' | 'text'>): AskedWords =>
  askedWords(question, useSay())

/** Puts the act that a question is about into this language. */
export function useAskedAct({ tool, text }: Pick<QuestionView, 'tool' | 'text'>): ActWords {
  return actWords({ tool_name: tool ?? '', words: text, parameters: {} }, useVerbOf())
}
