// Splits an element's description into its words: its name and its kind, and where it is. The words are data, in the languages
// of most prompts and models; names are found in every language.
import type { ControlRole } from '../../core/desktop.ts'
import { fold } from '../../matching/fold.ts'
import { kindIn } from '../../matching/kinds.ts'

/** Words that begin a clause about the element's place or look; names in it are those of other things. */
const TAIL =
  /[,;(，；（]|\b(?:which|that|located|next to|beside|near|below|above|under|inside|within|between|in|at|on|of|from|with|to the|im|in der|dans|en el)\b|在[^在]{0,60}?(?:旁边|下方|上方)/gu

/** A quoted name has 200 characters at most, so that a thousand opening marks do not each cause a search to the end. */
const QUOTED =
  /"[^"]{1,200}"|「[^「」]{1,200}」|『[^『』]{1,200}』|«[^«»]{1,200}»|(?<![\p{L}\p{N}])'[^']{1,200}'(?![\p{L}\p{N}])/gu

/** Lists the quoted names, in compared form. */
export const quotedIn = (text: string): string[] =>
  [...text.matchAll(QUOTED)].map(([name]) => fold(name.slice(1, -1)))

/** “… that begins with "Dear"”, “… with "42"”: the words behind it are those of the element, though they stand in a clause. */
const BEGINNING =
  /(?:\b(?:(?:begin|start)(?:s|ning|ing)? )?with|\b(?:beginnt|beginnend|anfangend) mit|以) ?(?:the (?:text|words?|values?) )?("[^"]{1,200}"|「[^「」]{1,200}」|'[^']{1,200}')/u

/** Lists, in compared form, the texts in quotes that the value of the described element may begin with. Takes folded text. */
export function beginningsIn(text: string): string[] {
  const told = BEGINNING.exec(text)?.[1]
  if (told !== undefined) return [fold(told.slice(1, -1))]
  return quotedIn(splitDescription(text).head)
}

const ARTICLE = /^(?:the|a|an|der|die|das|le|la|el)\s+/iu

export const withoutArticle = (text: string): string => text.replace(ARTICLE, '')

/** Roles that contain nothing, so “in button” is no place but the end of “Log in” and the word for its kind. */
const HOLDS_NOTHING: ReadonlySet<ControlRole> = new Set<ControlRole>([
  'button',
  'toggle button',
  'link',
  'check box',
  'radio button',
  'switch',
  'menu item',
])

/** The most characters of a clause that are read. */
const MAX_CLAUSE = 60

const SEVERAL = /^ (?:group|bar|box|row|list|area|panel|column)s?(?!\p{L})/u

/** Tells whether a clause ends a name: “in button …”, not “in button group”. */
function endsName(clause: string): boolean {
  const [, kind = ''] = /^\p{L}+ (\p{L}+(?: \p{L}+)?)(?!\p{L})/u.exec(clause) ?? []
  const of = kindIn(kind)
  if (!of || !kind.startsWith(of.word) || SEVERAL.test(kind.slice(of.word.length))) return false
  return of.roles.every((role) => HOLDS_NOTHING.has(role))
}

const GOES_ON = /^ (?:in|on|off|out|up|down|as|to|with|back|all|again|now)(?= |$)/u

/** Tells whether a name continues: “Log” in “the Log in button” is a part of another name. `rest` is the text after it. */
export const goesOn = (rest: string): boolean => GOES_ON.test(rest)

/** Separates the element itself from the words about its surroundings. Takes and gives folded text. */
export function splitDescription(text: string): { head: string; tail: string } {
  const leading = ARTICLE.exec(text)?.[0].length ?? 0
  // A quoted text is a name, even if it looks like a clause: “Next (F3)”.
  const unquoted = text.replace(QUOTED, (name) => 'x'.repeat(name.length))
  for (const { index } of unquoted.slice(leading).matchAll(TAIL)) {
    const at = leading + index
    if (endsName(unquoted.slice(at, at + MAX_CLAUSE))) continue
    return index === 0 ? { head: text, tail: '' } : { head: text.slice(0, at).trim(), tail: text.slice(at) }
  }
  return { head: text, tail: '' }
}

/** The position of one of several; a number is its position in reading order, from 1. */
export type Side = 'left' | 'right' | 'top' | 'bottom' | 'middle' | 'last' | number

/** “left of Cancel” does not mean Cancel's own place; “left of the window” is a place. */
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
  SIDES.push([
    index + 1,
    new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${words}|${digit})(?![\\p{L}\\p{N}])|第(?:${chinese}(?!十)|${index + 1}(?!\\d))`,
      'u',
    ),
  ]),
)

export const sidesIn = (text: string): Side[] =>
  SIDES.flatMap(([side, words]) => (words.test(text) ? [side] : []))

/** Gives a text without its words for a place. */
export const withoutSides = (text: string): string =>
  SIDES.reduce((left, [, words]) => left.replace(new RegExp(words, 'giu'), ' '), text)
    .replace(/\s+/g, ' ')
    .trim()
