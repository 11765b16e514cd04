// Says in Chinese what the program says in English sentences: faults, ends and warnings of runs. A sentence is looked up as it is
// written in the source, as gettext does; `{1}` is what differs. So runs of before are understood, too.
import words from '../../resources/locales/zh.json' with { type: 'json' }
import chinese from '../../resources/sentences/zh.json' with { type: 'json' }
import { CONTROL_ROLES, type ControlRole } from './desktop.ts'

interface Sentence {
  pattern: RegExp
  /** The number that each group of the pattern has in the words. */
  numbers: readonly string[]
  words: string
}

const PLACE = /\{(\d)\}/
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function sentenceOf([english, said]: [string, string]): Sentence {
  const numbers: string[] = []
  const parts = english.split(PLACE).map((part, index) => {
    if (index % 2 === 0) return escaped(part)
    if (numbers.includes(part)) return `\\${numbers.indexOf(part) + 1}`
    numbers.push(part)
    return '(.*?)'
  })
  return { pattern: new RegExp(`^${parts.join('')}$`, 's'), numbers, words: said }
}

const fixedLength = (english: string): number => english.replaceAll(/\{\d\}/g, '').length

/** What says most comes first: `The plan … is no JSON` before `No … is …`. */
const byWhatTheySay = Object.entries(chinese).toSorted(
  ([one], [other]) => fixedLength(other) - fixedLength(one),
)
/** Letters by which a sentence is known, whatever it begins with. */
const MIN_KNOWN = 24
const isOpen = (english: string): boolean => english.startsWith('{') && fixedLength(english) < MIN_KNOWN
const SENTENCES: readonly Sentence[] = byWhatTheySay.filter(([english]) => !isOpen(english)).map(sentenceOf)
/** They begin with any words, and say little: other sentences would fit them, so they are tried last. */
const OPEN: readonly Sentence[] = byWhatTheySay.filter(([english]) => isOpen(english)).map(sentenceOf)

const CONTROL = new RegExp(`^(?:[Tt]he )?(${CONTROL_ROLES.join('|')}) (?:“(.*)”|without a name)$`, 's')

/** Names a control as the program does, `button “OK”`; null for other words. */
function controlInChinese(text: string): string | null {
  const [, found, name] = CONTROL.exec(text) ?? []
  if (found === undefined) return null
  // locales: control_roles.*
  const role = words.control_roles[found as ControlRole]
  // locales: control_unnamed
  return name === undefined ? words.control_unnamed.replace('{{role}}', role) : `${role}“${name}”`
}

/** A sentence after the clause of the request that it is about: `click 7: It was not done.` */
function afterClause(text: string): string | null {
  for (let at = text.indexOf(': '); at > 0; at = text.indexOf(': ', at + 1)) {
    const said = inChinese(text.slice(at + 2))
    if (said !== null) return `${text.slice(0, at)}：${said}`
  }
  return null
}

/** What is wanted of a value and what it is, or several such: `steps: give a list; it is 3.`, as a setting shows it with its line. */
function inList(text: string): string | null {
  const [, before = '', line] = /^(.*\.) \(line (\d+)\)$/s.exec(text) ?? []
  if (line !== undefined) {
    const said = inChinese(before)
    return said === null ? null : `${said}（第 ${line} 行）`
  }
  const at = text.indexOf('; ')
  if (at < 0) return null
  const [stop, end] = text.endsWith('.') ? ['。', -1] : ['', text.length]
  const first = text.slice(0, at)
  // A setting that shows its key elsewhere begins with a capital letter.
  const head = inChinese(first) ?? inChinese(first.charAt(0).toLowerCase() + first.slice(1))
  const rest = inChinese(text.slice(at + 2, end))
  return head === null || rest === null ? null : `${head}；${rest}${stop}`
}

/** Returns the sentence in Chinese; null for one that is not known. */
export function inChinese(text: string): string | null {
  const paragraphs = inParts(text, '\n', '\n')
  if (paragraphs !== null) return paragraphs
  const controls = text.split(', ').map(controlInChinese)
  if (!controls.includes(null)) return controls.join('、')
  return (
    bySentence(text, SENTENCES) ??
    inParts(text, /(?<=[.!?]) (?=\p{Lu}|\p{Script=Han}|“)/u, '') ??
    inList(text) ??
    afterClause(text) ??
    bySentence(text, OPEN)
  )
}

function bySentence(text: string, sentences: readonly Sentence[]): string | null {
  for (const { pattern, numbers, words: known } of sentences) {
    const found = pattern.exec(text)
    if (!found) continue
    return known.replaceAll(new RegExp(PLACE, 'g'), (place, number: string) => {
      const said = found[numbers.indexOf(number) + 1] ?? place
      return inChinese(said) ?? said
    })
  }
  return null
}

/** Several paragraphs or sentences, one after the other. */
function inParts(text: string, between: string | RegExp, join: string): string | null {
  const parts = text.split(between)
  const said =
    parts.length < 2 ? [null] : parts.map((part) => (part === '' || HINT.test(part) ? part : inChinese(part)))
  return said.includes(null) ? null : said.join(join)
}

/** The program itself says to who writes Chinese what is understood. */
const HINT = /^\p{Script=Han}/u
const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text)

/** What is neither known nor in the person's language is shown as it is, and said to be English. */
const isEnglish = (text: string): boolean => /[a-z]{2,} [a-z]{2,}/i.test(text) && !isHan(text)

/** As `inChinese`; of a sentence that is not known it says that it is English. */
export function saidInChinese(text: string): string {
  if (text === '') return ''
  // locales: common.in_english
  return inChinese(text) ?? (isEnglish(text) ? words.common.in_english.replace('{{text}}', () => text) : text)
}
