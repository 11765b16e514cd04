// The words of an element's description: what it is called, what kind of control it is, where it is. Data, in the languages
// that prompts and models mostly write; names are found in every language.
import type { ControlRole } from '../../core/desktop.ts'

/** Compared form: width and case do not count, nor what kind of quotes or blanks there are. */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\u2026/g, '...')
    .replace(/\s+/g, ' ')
    .trim()

/** Characters of scripts that put blanks between words: a name must not begin or end within a word of theirs. */
const SPACED = /[\p{L}\p{N}\p{M}_]/u
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const joins = (before: string | undefined, after: string | undefined): boolean =>
  before !== undefined &&
  after !== undefined &&
  [before, after].every((char) => SPACED.test(char) && !UNSPACED.test(char))

/** Where `name` stands in `text` as whole words; both are plain. -1 where it does not. */
export function wordsAt(text: string, name: string): number {
  if (name === '') return -1
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const end = at + name.length
    if (!joins(text[at - 1], name[0]) && !joins(name.at(-1), text[end])) return at
  }
  return -1
}

const ROLE_WORDS: [words: string[], roles: ControlRole[]][] = [
  [['toggle button'], ['toggle button']],
  [['radio button', 'radio', '单选按钮', '单选'], ['radio button']],
  [['check box', 'checkbox', 'tick box', '复选框', 'kontrollkästchen'], ['check box']],
  [['switch', 'toggle', '开关', 'schalter'], ['switch', 'toggle button', 'check box']],
  [['button', '按钮', 'schaltfläche', 'bouton', 'botón'], ['button', 'toggle button']],
  [
    ['password field', 'password box', '密码框'],
    ['password'],
  ],
  [
    ['text field', 'text box', 'textbox', 'input', 'field', 'edit', 'entry', 'text area', 'search bar', 'search box', 'address bar', '输入框', '文本框', '搜索框', 'eingabefeld', 'feld', 'champ', 'campo'],
    ['edit', 'document', 'password', 'combo box', 'spinner'],
  ],
  [['combo box', 'combobox', 'drop-down', 'dropdown', '下拉框', '下拉列表'], ['combo box']],
  [['menu item', 'menu entry', '菜单项'], ['menu item', 'menu']],
  [['menu', '菜单', 'menü'], ['menu', 'menu item']],
  [['list item'], ['list item']],
  [['tab', '标签页', '选项卡'], ['tab']],
  [['link', '链接', 'lien', 'enlace'], ['link']],
  [['cell', '单元格', 'zelle'], ['cell']],
  [['row'], ['row', 'tree item', 'list item']],
  [['slider', '滑块'], ['slider']],
  [['spinner', 'spin box', 'spin button'], ['spinner']],
  [['heading', '标题'], ['heading']],
  [['label', '标签'], ['text', 'heading']],
  [['document', 'editor', 'text view', '文档', '编辑区'], ['document', 'edit']],
] // prettier-ignore

const KIND_WORDS: ReadonlySet<string> = new Set(ROLE_WORDS.flatMap(([words]) => words))

const PARTS_OF_KINDS: ReadonlySet<string> = new Set([...KIND_WORDS].flatMap((words) => words.split(' ')))

/** Whether a name is also a word for a kind of control, or of one: “Edit”, “Tab”, “Text”. */
export const isKindWord = (name: string): boolean => KIND_WORDS.has(name) || PARTS_OF_KINDS.has(name)

/** The kinds of control that a description names, by the longest word of its first kind; null where it names none. */
export function rolesIn(text: string): { roles: readonly ControlRole[]; word: string } | null {
  let best: { roles: readonly ControlRole[]; word: string; at: number } | null = null
  for (const [words, roles] of ROLE_WORDS) {
    for (const word of words) {
      const at = wordsAt(text, word)
      // The last noun of “the search field of the list” before its place is the head; a longer word holds a shorter one.
      if (at < 0) continue
      const end = at + word.length
      const bestEnd = best === null ? -1 : best.at + best.word.length
      if (best === null || end > bestEnd || (end === bestEnd && word.length > best.word.length))
        best = { roles, word, at }
    }
  }
  return best
}

/** What begins a clause that says where the element is, or what it looks like: names in it are of other things. */
const TAIL =
  /[,;(，；（]|\b(?:which|that|located|next to|beside|near|below|above|under|inside|within|between|in|at|on|of|from|with|to the|im|in der|dans|en el)\b|在.*?(?:旁边|下方|上方)/u

const QUOTED = /"[^"]+"|“[^”]+”|「[^」]+」|『[^』]+』|«[^»]+»|(?<![\p{L}\p{N}])'[^']+'(?![\p{L}\p{N}])/gu

/** The names that stand in quotes, in compared form. */
export const quotedIn = (text: string): string[] =>
  [...text.matchAll(QUOTED)].map(([name]) => plain(name.slice(1, -1)))

/** Where the first word for a kind stands; -1 where there is none. */
export function kindAt(text: string): number {
  const places = [...KIND_WORDS].map((word) => wordsAt(text, word)).filter((at) => at >= 0)
  return places.length === 0 ? -1 : Math.min(...places)
}

const ARTICLE = /^(?:the|a|an|der|die|das|le|la|el)\s+/iu

export const withoutArticle = (text: string): string => text.replace(ARTICLE, '')

/** The element itself, and what is said of its surroundings. Plain text in, plain text out. */
export function splitDescription(text: string): { head: string; tail: string } {
  const leading = ARTICLE.exec(text)?.[0].length ?? 0
  // What stands in quotes is a name, whatever is in it: “Next (F3)”.
  const unquoted = text.replace(QUOTED, (name) => 'x'.repeat(name.length))
  const found = TAIL.exec(unquoted.slice(leading))
  if (!found || found.index === 0) return { head: text, tail: '' }
  const at = leading + found.index
  return { head: text.slice(0, at).trim(), tail: text.slice(at) }
}

/** Where one of several is; a number is its place in the order of reading, from 1. */
export type Side = 'left' | 'right' | 'top' | 'bottom' | 'middle' | 'last' | number

/** “left of Cancel” says where Cancel is not; “left of the window” is a place. */
const NOT_OF =
  '(?!\\s+of\\s+(?!(?:the\\s+|its\\s+)?(?:screen|window|page|dialog|desktop|picture|form|list|bar|row|tool\\s?bar|menu)))'
const english = (words: string): string => `\\b(?:${words})\\b${NOT_OF}`
const SIDES: [Side, RegExp][] = [
  ['left', new RegExp(`${english('left(?:most)?')}|\\blinks\\b|最?左`, 'u')],
  ['right', new RegExp(`${english('right(?:most)?')}|\\brechts\\b|最?右`, 'u')],
  ['top', /\b(?:top(?:most)?|upper|oben)\b|最?上[方面边]|顶部|最上/u],
  ['bottom', /\b(?:bottom(?:most)?|lower|unten)\b|最?下[方面边]|底部|最下/u],
  ['middle', /\b(?:middle|mitte)\b|中间/u],
  ['last', /\b(?:last|letzte[nrs]?)\b|最后/u],
]
const ORDINALS: [words: string, digit: string, chinese: string][] = [
  ['first|erste[nrs]?', '1st', '一'],
  ['second|zweite[nrs]?', '2nd', '二'],
  ['third|dritte[nrs]?', '3rd', '三'],
  ['fourth|vierte[nrs]?', '4th', '四'],
  ['fifth|fünfte[nrs]?', '5th', '五'],
  ['sixth|sechste[nrs]?', '6th', '六'],
  ['seventh|siebte[nrs]?', '7th', '七'],
  ['eighth|achte[nrs]?', '8th', '八'],
  ['ninth|neunte[nrs]?', '9th', '九'],
  ['tenth|zehnte[nrs]?', '10th', '十'],
]
ORDINALS.forEach(([words, digit, chinese], index) =>
  SIDES.push([index + 1, new RegExp(`(?<![\\p{L}\\p{N}])(?:${words}|${digit})(?![\\p{L}\\p{N}])|第(?:${chinese}(?!十)|${index + 1}(?!\\d))`, 'u')]),
) // prettier-ignore

export const sidesIn = (text: string): Side[] =>
  SIDES.flatMap(([side, words]) => (words.test(text) ? [side] : []))

/** A text without its words for a place. */
export const withoutSides = (text: string): string =>
  SIDES.reduce((left, [, words]) => left.replace(new RegExp(words, 'giu'), ' '), text)
    .replace(/\s+/g, ' ')
    .trim()
