// Says in Chinese what the program says in English sentences: faults, ends and warnings of runs. A sentence is looked up as it is
// written in the source, as gettext does; `{1}` is what differs. So runs of before are understood, too.
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import chinese from '../../resources/sentences/zh.json' with { type: 'json' }
import { CONTROL_ROLES, type ControlRole } from '../../src-preload/contract/desktop.ts'

interface Sentence {
  pattern: RegExp
  /** The number that each group of the pattern has in the words. */
  numbers: readonly string[]
  words: string
}

const PLACE = /\{(\d)\}/
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function sentenceOf([english, words]: [string, string]): Sentence {
  const numbers: string[] = []
  const parts = english.split(PLACE).map((part, index) => {
    if (index % 2 === 0) return escaped(part)
    if (numbers.includes(part)) return `\\${numbers.indexOf(part) + 1}`
    numbers.push(part)
    return '(.*?)'
  })
  return { pattern: new RegExp(`^${parts.join('')}$`, 's'), numbers, words }
}

const fixedLength = (english: string): number => english.replaceAll(/\{\d\}/g, '').length

/** What says most comes first: `The plan … is no JSON` before `{1} is …`. */
const SENTENCES: readonly Sentence[] = Object.entries(chinese)
  .toSorted(([one], [other]) => fixedLength(other) - fixedLength(one))
  .map(sentenceOf)

const CONTROL = new RegExp(`^(${CONTROL_ROLES.join('|')}) (?:“(.*)”|without a name)$`, 's')

/** Names a control as the program does, `button “OK”`; null for other words. */
function controlInChinese(text: string): string | null {
  const [, found, name] = CONTROL.exec(text) ?? []
  if (found === undefined) return null
  // locales: control_roles.*
  const role = i18next.t(`control_roles.${found as ControlRole}`, { lng: 'zh' })
  return name === undefined ? i18next.t('control_unnamed', { lng: 'zh', role }) : `${role}“${name}”`
}

/** Returns the sentence in Chinese; null for one that is not known. */
export function inChinese(text: string): string | null {
  const control = controlInChinese(text)
  if (control !== null) return control
  for (const { pattern, numbers, words } of SENTENCES) {
    const found = pattern.exec(text)
    if (!found) continue
    return words.replaceAll(new RegExp(PLACE, 'g'), (place, number: string) => {
      const said = found[numbers.indexOf(number) + 1] ?? place
      return inChinese(said) ?? said
    })
  }
  // Several sentences, one after the other.
  const parts = text.split(/(?<=[.!?]) (?=\p{Lu}|“)/u)
  if (parts.length < 2) return null
  const known = parts.map(inChinese)
  return known.includes(null) ? null : known.join('')
}

/** What is neither known nor in the person's language is shown as it is, and said to be English. */
const isEnglish = (text: string): boolean =>
  /[a-z]{2,} [a-z]{2,}/i.test(text) && !/\p{Script=Han}/u.test(text)

/** Says what the program says of itself, in the language of this window. */
export function saidNow(text: string): string {
  if (i18next.language !== 'zh' || text === '') return text
  return inChinese(text) ?? (isEnglish(text) ? i18next.t('common.in_english', { text }) : text)
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
