// Says a question in the language of the window: what the program asks by its code, what a model or an application asks as it is.
import { useTranslation } from 'react-i18next'
import { actWords, type ActWords, type Tool } from '../../src-preload/contract/act-words.ts'
import { PROGRAM_QUESTIONS } from '../../src-preload/contract/program-questions.ts'
import type { QuestionView } from '../../src-preload/contract/run-view.ts'

export interface AskedWords {
  text: string
  /** Gives the words of a choice. */
  choice: (choice: string) => string
}

// locales: questions.*
export function useAskedWords({ told, text }: Pick<QuestionView, 'told' | 'text'>): AskedWords {
  const { t } = useTranslation()
  const known = PROGRAM_QUESTIONS.find(({ code }) => code === told?.code)
  if (!known || !told) return { text, choice: (choice) => choice }
  const { code, ...answers } = known
  return {
    text: t(`questions.${code}.text`, { ...told.parameters, defaultValue: text }),
    choice: (choice) => {
      const answer = Object.entries(answers).find(([, words]) => words === choice)
      return answer ? t(`questions.${code}.${answer[0]}`, { defaultValue: choice }) : choice
    },
  }
}

/** Puts the act that a question is about into this language. */
export function useAskedAct({ tool, text }: Pick<QuestionView, 'tool' | 'text'>): ActWords {
  const { t, i18n } = useTranslation()
  // locales: acts.*
  const translate = i18n.language === 'en' ? null : (name: Tool) => t(`acts.${name}`)
  return actWords({ tool_name: tool ?? '', words: text, parameters: {} }, translate)
}
