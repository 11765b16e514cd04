// The program's own sentences in the language of this window.
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { inChinese, saidInChinese } from '../../src-preload/contract/sentences.ts'

/** Says what the program says of itself, in the language of this window. */
export function saidNow(text: string): string {
  return i18next.language === 'zh' ? saidInChinese(text) : text
}

/** As `saidNow`; what uses it is drawn anew when the language changes. */
export function useSentence(): (text: string) => string {
  useTranslation()
  return saidNow
}

/** For what may be a command or a path as well: what is not known is left as it is. */
export function useKnownSentence(): (text: string) => string {
  const { i18n } = useTranslation()
  return (text) => (i18n.language === 'zh' ? (inChinese(text) ?? text) : text)
}
