// Says a question in the language of the window: what the program asks by its code, what a model or an application asks as it is.
import { useTranslation } from 'react-i18next'
import { actWords, type ActWords, type ActVerb } from '../../src-preload/contract/act-words.ts'
import { askedWords, type AskedWords } from '../../src-preload/contract/program-questions.ts'
import type { QuestionView } from '../../src-preload/contract/run-view.ts'
import { useSay } from '../state/i18n.ts'

export const useAskedWords = (question: Pick<QuestionView, 'told' | 'text'>): AskedWords =>
  askedWords(question, useSay())

/** Puts the act that a question is about into this language. */
export function useAskedAct({ tool, text }: Pick<QuestionView, 'tool' | 'text'>): ActWords {
  const { t, i18n } = useTranslation()
  // locales: acts.*
  const translate = i18n.language === 'en' ? null : (act: ActVerb) => t(`acts.${act}`)
  return actWords({ tool_name: tool ?? '', words: text, parameters: {} }, translate)
}
