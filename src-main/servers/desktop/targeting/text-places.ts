// Finds the places of phrases in the chosen window, by the texts of its tree.
import { contains, centreOf, type ScreenRect } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { TextPlace, TextPlaces } from '../../../core/text-place.ts'
import type { PlatformText, PlatformWindow } from '../../../platform/platform.ts'
import { rangesIn, type Range } from './phrases.ts'
import type { DesktopState } from '../state.ts'

/** The most texts of a window to read. */
const MAX_TEXTS = 1000
/** The most places of one phrase to check. */
const MAX_PLACES = 200
/** The number of characters before and behind a phrase to report with it. */
const CONTEXT_LENGTH = 24

export interface TextMatch extends Range {
  text: PlatformText
  /** The position of its text among those of the window. */
  order: number
}

export const written = ({ text: { text }, start, end }: TextMatch): string =>
  Array.from(text).slice(start, end).join('')

export function contextOf({ text: { text }, start, end }: TextMatch): string {
  const characters = Array.from(text.replace(/\s/g, ' '))
  const from = Math.max(0, start - CONTEXT_LENGTH)
  const to = Math.min(characters.length, end + CONTEXT_LENGTH)
  const shown = characters.slice(from, to).join('').trim()
  return `${from > 0 ? '…' : ''}${shown}${to < characters.length ? '…' : ''}`
}

/** Finds each of some phrases, in the order of the tree; with a control's ref, only in that control. */
export async function findTexts(
  state: DesktopState,
  window: PlatformWindow,
  phrases: readonly string[],
  control: string | null,
  run: RunControl,
): Promise<{ matches: TextMatch[][]; limited: string | null }> {
  const { texts: all, limited } = await state.platform.texts(window, { max: MAX_TEXTS }, run)
  const texts = control === null ? all : all.filter((each) => each.control.ref === control)
  const matches = phrases.map((phrase) => {
    const ranges = rangesIn(
      texts.map(({ text }) => text),
      phrase,
    )
    return texts.flatMap((text, order) => (ranges[order] ?? []).map((range) => ({ ...range, text, order })))
  })
  return { matches: await Promise.all(matches.map((each) => withoutDoubles(state, each, run))), limited }
}

/**
 * Removes duplicates, because some toolkits report one text twice: as a paragraph and as its parts. Texts in the same place are the same.
 */
async function withoutDoubles(
  state: DesktopState,
  matches: TextMatch[],
  run: RunControl,
): Promise<TextMatch[]> {
  if (matches.length < 2) return matches
  const seen = new Set<string>()
  const kept: TextMatch[] = []
  const looked = matches.slice(0, MAX_PLACES)
  const places = await Promise.all(
    looked.map(({ text, start }) => state.platform.textBounds(text.ref, start, start + 1, run)),
  )
  looked.forEach((match, index) => {
    const at = places[index]
    const key = at ? `${at.x},${at.y}` : `${match.text.ref} ${match.start}`
    if (!seen.has(key)) kept.push(match)
    seen.add(key)
  })
  return [...kept, ...matches.slice(MAX_PLACES)]
}

/** Gives the places of the first and the last character, where they are visible. */
export async function endsOf(
  state: DesktopState,
  window: PlatformWindow,
  { text: { ref, control }, start, end }: TextMatch,
  run: RunControl,
): Promise<{ first: ScreenRect | null; last: ScreenRect | null }> {
  const shown = (rect: ScreenRect | null) => {
    if (!rect) return null
    const middle = centreOf(rect)
    return contains(window.bounds, middle) && contains(control.bounds, middle) ? rect : null
  }
  const [first, last] = await Promise.all([
    state.platform.textBounds(ref, start, start + 1, run),
    state.platform.textBounds(ref, end - 1, end, run),
  ])
  return { first: shown(first), last: shown(last) }
}

/** Finds all places of a phrase, as results describe them. */
export async function findPlaces(
  state: DesktopState,
  window: PlatformWindow,
  phrase: string,
  most: number,
  run: RunControl,
): Promise<TextPlaces> {
  const { matches, limited } = await findTexts(state, window, [phrase], null, run)
  const found = matches[0] ?? []
  const places = found.slice(0, most).map(async (match): Promise<TextPlace> => {
    const { control } = match.text
    const { id, name, role } = state.registry.control(control, control.window ?? window.handle)
    const ends = await endsOf(state, window, match, run)
    const { order, start, end } = match
    const said = { text: written(match), context: contextOf(match) }
    return { control: { id, name, role }, order, start, end, ...said, ...ends }
  })
  return { places: await Promise.all(places), count: found.length, limited }
}
