// Finds a phrase among the words that were read: in whole words, in one line or in lines that follow each other in a block.
import { enclosing, type ScreenRect } from '../core/geometry.ts'
import { fold } from '../matching/fold.ts'
import type { ScreenWord } from './ocr.ts'

/** The place of a phrase: its words in reading order. */
export type Place = readonly ScreenWord[]

/** Folds a text without blanks: Chinese is read character by character, and blanks on a screen are read unreliably. */
const closed = (text: string): string => fold(text).replaceAll(' ', '')

/** Characters that OCR confuses. */
const ALIKE: Record<string, string> = { '0': 'o', '1': 'l', i: 'l', '|': 'l' }
const alike = (text: string): string => closed(text).replace(/./gu, (char) => ALIKE[char] ?? char)
/** Marks beside a word on the screen that do not belong to it. */
const edges = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

/** Groups words into lines, from the top, each from the left. */
export function linesOf(words: readonly ScreenWord[]): ScreenWord[][] {
  const lines = Map.groupBy(words, ({ line }) => line)
  return [...lines.values()]
    .map((line) => line.toSorted((a, b) => a.bounds.x - b.bounds.x))
    .toSorted((a, b) => (a[0]?.bounds.y ?? 0) - (b[0]?.bounds.y ?? 0))
}

export const placeBounds = (place: Place): ScreenRect => enclosing(place.map(({ bounds }) => bounds))

/**
 * Finds all places of a phrase: as written, else without marks around words, else with characters that look alike as equal. Empty for none.
 */
export function placesOf(phrase: string, words: readonly ScreenWord[]): Place[] {
  const lines = linesOf(words)
  const blocks = [...Map.groupBy(lines, ([first]) => first?.block).values()].map((block) => block.flat())
  const forms: ((text: string) => string)[] = [
    closed,
    (text) => closed(text).replace(edges, ''),
    alike,
    (text) => alike(text).replace(edges, ''),
  ]
  for (const form of forms) {
    for (const texts of [lines, blocks]) {
      const found = texts.flatMap((text) => within(text, form(phrase), form))
      if (found.length > 0) return found
    }
  }
  return []
}

/** Whole words that together are the phrase. */
function within(text: readonly ScreenWord[], phrase: string, form: (text: string) => string): Place[] {
  if (phrase === '') return []
  const places: Place[] = []
  for (let from = 0; from < text.length; from++) {
    let read = ''
    for (let to = from; to < text.length && read.length < phrase.length; to++) {
      read = form(
        text
          .slice(from, to + 1)
          .map((word) => word.text)
          .join(' '),
      )
      if (read === phrase) places.push(text.slice(from, to + 1))
    }
  }
  // Some forms leave out a lone punctuation mark, so a place with it and one without it are the same.
  return places.filter(
    (place, index) => !places.some((other, at) => at < index && other.some((word) => place.includes(word))),
  )
}
