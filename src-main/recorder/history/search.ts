// Finds runs by their words.
import type { SearchHit } from '../../../src-preload/contract/calls/history.ts'
import type { SearchText } from './digest.ts'
import { fold, placeIn } from './fold.ts'

/** Characters before a found word, and most characters of the part that is shown. */
const CONTEXT_LENGTH = 60
const MAX_LENGTH = 220
/** Most hits of one run, so that it does not crowd out the others. */
const MAX_HITS_OF_RUN = 5

/** Returns hits only if the run contains every word; then its best texts, those with the most words first. */
export function hitsIn(run: string, texts: SearchText[], words: string[]): SearchHit[] {
  const missing = new Set(words)
  const found = texts.flatMap((text, index) => {
    const folded = fold(text.text)
    const held = words.filter((word) => folded.includes(word))
    for (const word of held) missing.delete(word)
    return held.length === 0 ? [] : [{ text, index, held, folded }]
  })
  if (missing.size > 0) return []
  return found
    .toSorted((a, b) => b.held.length - a.held.length || a.index - b.index)
    .slice(0, MAX_HITS_OF_RUN)
    .map(({ text, held, folded }) => hitOf(run, text, held, folded))
}

/** Cuts out a part of the text around the first word that is in it. */
function hitOf(run: string, source: SearchText, held: string[], folded: string): SearchHit {
  const places = held.map((word) => ({ at: folded.indexOf(word), size: word.length }))
  const first = places.toSorted((a, b) => a.at - b.at)[0] ?? { at: 0, size: 0 }
  const { start, length } = placeIn(source.text, first.at, first.size)
  const from = boundary(source.text, Math.max(0, start - CONTEXT_LENGTH))
  const to = boundary(source.text, Math.min(source.text.length, Math.max(from + MAX_LENGTH, start + length)))
  const head = from > 0 ? '…' : ''
  const tail = to < source.text.length ? '…' : ''
  return {
    run,
    where: source.where,
    round: source.round,
    step: source.step,
    text: `${head}${source.text.slice(from, to)}${tail}`,
    start: start - from + head.length,
    length,
  }
}

/** Moves a position out of the middle of a character that takes two units. */
const boundary = (text: string, at: number): number =>
  /[\udc00-\udfff]/.test(text[at] ?? '') && /[\ud800-\udbff]/.test(text[at - 1] ?? '') ? at - 1 : at
