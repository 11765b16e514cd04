// Finds items by their names, and writes names into messages.
import { inOneLine } from '../../../../src-preload/contract/words.ts'
import { plainLabel } from '../../../matching/label.ts'
import type { PlatformWindow } from '../../../platform/platform.ts'
import { typesNamed } from '../../../matching/file-names.ts'
import { ALL, nearest } from '../../../matching/nearest.ts'
import { rank, theBest, type Policy } from '../../../matching/rank.ts'

/** Cuts a text to a length that fits a sentence. */
export const short = (text: string, most = 60): string => inOneLine(text, most)

export const quoted = (text: string, most?: number): string => `“${short(text, most)}”`

/** Ranks names while waiting for a control, when a part of a name is enough. */
const LIKE: Policy = { name: { exact: 4, same: 4, key: 3, count: 3, prefix: 2, part: 1 } }
/** Ranks names for an act. A longer name does not count (`Save` is not `Save and Send`), because the gate has judged this name. */
const CALLED: Policy = { name: { exact: 3, same: 3, key: 2, count: 2, unit: 1 } }

/** Finds the items whose name equals `name`, else those that begin with it, else those that contain it. */
export const itemsLike = <T extends { name: string }>(items: readonly T[], name: string): T[] =>
  theBest(rank(name, items, (item) => item, LIKE))

/**
 * Finds the item of that name, the first in order where several have it. `*.csv` means the file type with this pattern, and a number
 * the one item that has it with a unit. A name that differs by its punctuation alone, as a hyphen for a dash, means the one item that has
 * its letters and digits.
 */
export function theItem<T extends { name: string }>(items: readonly T[], name: string): T | null {
  const [best, next] = rank(name, items, (item) => item, CALLED)
  const isUnclear = best?.evidence.agreement === 'unit' && next && next.item.name !== best.item.name
  return isUnclear ? null : (best?.item ?? theType(items, name) ?? theSpelled(items, name))
}

/** Signs that tell items apart by themselves: C and C++, −1 and 1, 50 % and 50, 1.5 and 15. */
const TELLING_SIGN = /(?<![\p{L}\d])[-–−]\d|\d[.,:/]\d|[+#%$€£¥°×<>=!^~]/u

function theSpelled<T extends { name: string }>(items: readonly T[], name: string): T | null {
  const spelled = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '')
  const asked = spelled(name)
  if (asked.length < MIN_NAME_LENGTH || TELLING_SIGN.test(name)) return null
  const found = items.filter((item) => spelled(item.name) === asked)
  const isUnclear = found.some((item) => TELLING_SIGN.test(item.name) || item.name !== found[0]?.name)
  return isUnclear ? null : (found[0] ?? null)
}

/**
 * The name of an item without the application's own at its end: “About KReversi” in KReversi, 关于 KReversi. The words that are left are
 * those that the gate has judged.
 */
export function withoutApplication(
  name: string,
  { processName, application, title }: Pick<PlatformWindow, 'processName' | 'application' | 'title'>,
): string {
  const plain = plainLabel(name)
  for (const own of new Set([application, processName, title].map(plainLabel))) {
    if (own.length < MIN_NAME_LENGTH || !plain.endsWith(own)) continue
    const rest = plain.slice(0, -own.length)
    // In a script without blanks, none stands between the words.
    if (rest.trim() !== '' && /[\s\p{Lo}]$/u.test(rest)) return rest.trim()
  }
  return plain
}

/** Characters below which a name may be an everyday word. */
const MIN_NAME_LENGTH = 3

function theType<T extends { name: string }>(items: readonly T[], name: string): T | null {
  const [, type] = /^\*\.(\w+)$/.exec(name.trim().toLowerCase()) ?? []
  if (type === undefined) return null
  const fitting = items.filter((item) => typesNamed(item.name).includes(type))
  return fitting.find((item) => typesNamed(item.name)[0] === type) ?? fitting[0] ?? null
}

/** The most names of a message that lists what there is. */
const MAX_LISTED = 12

/** Joins the different names of what there is; of too many, those that are nearest to what was wanted. */
export const listed = (names: string[], wanted = ''): string => {
  const distinct = [...new Set(names.map((name) => short(name, 40)).filter((name) => name !== ''))]
  const isCut = distinct.length > MAX_LISTED
  const shown = (isCut && wanted !== '' ? nearest(wanted, distinct, ALL) : distinct)
    .slice(0, MAX_LISTED)
    .map((name) => `“${name}”`)
    .join(', ')
  return isCut ? `${shown} …` : shown
}
