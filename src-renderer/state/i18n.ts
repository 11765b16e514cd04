// Loads the words of the windows in the person's language. English never replaces missing words: every language is complete
// (lint).
import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import type { VerbOf } from '../../src-preload/contract/act-words.ts'
import type { Say } from '../../src-preload/contract/outcome-said.ts'
import en from '../../resources/locales/en.json' with { type: 'json' }
import zh from '../../resources/locales/zh.json' with { type: 'json' }

export type Language = 'en' | 'zh'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en }
  }
}

/** Chooses the language: `setting` as in config app.language, `locale` as the system has it. */
export const languageOf = (setting: 'system' | Language, locale: string): Language =>
  setting !== 'system' ? setting : locale.toLowerCase().startsWith('zh') ? 'zh' : 'en'

export async function startI18n(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { en: { translation: en }, zh: { translation: zh } },
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  document.documentElement.lang = language
}

export async function setLanguage(language: Language): Promise<void> {
  document.documentElement.lang = language
  if (i18next.language !== language) await i18next.changeLanguage(language)
}

/** Returns a function for the words that windows and terminal share, whose keys are known only as the program runs. */
export function useSay(): Say {
  const { t } = useTranslation()
  return (key, parameters) => t(key as 'evidence.now', { ...parameters })
}

/** Returns the verbs of acts in this language; null in English, where an act's own words have them. */
export function useVerbOf(): VerbOf | null {
  const { t, i18n } = useTranslation()
  // locales: acts.*
  return i18n.language === 'en' ? null : (act) => t(`acts.${act}`)
}
