// Selects a text: through the tree where it can, else with the pointer from its first character to its last.
import type { ControlRole } from '../../../core/desktop.ts'
import { ToolError } from '../../../core/errors.ts'
import { screenPoint, type ScreenRect } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import { canEndWith } from '../../../core/text-place.ts'
import type { PlatformWindow } from '../../../platform/platform.ts'
import { foundOf } from './choose-item.ts'
import { bringForward, needActive, needHit, PLAIN_CLICK } from './click.ts'
import { quoted, short } from '../targeting/names.ts'
import type { DesktopState, Selected } from '../state.ts'
import { contextOf, endsOf, findTexts, written, type TextMatch } from '../targeting/text-places.ts'

/**
 * Milliseconds for a selection to show, by whether the application says that it has selected: Chromium reports it late, and on a busy machine
 * says no and selects it. A click while that is on its way would take the selection away.
 */
const SHOWS_WITHIN_MS = { yes: 1500, no: 500 }
/** Roles in which a click only moves the caret. Elsewhere, as on a page, a click may do anything, so a drag is judged. */
const CLICKED = new Set<ControlRole>(['edit', 'document'])
const FOCUSED = new Set<ControlRole>(['edit', 'document', 'combo box'])

export interface Span {
  from: TextMatch
  /** The end, in the same text or in a later one. */
  to: TextMatch
}

/** Finds the span from the first phrase to the second, or of the first alone. Throws ToolError unless each occurs just once. */
export async function findSpan(
  state: DesktopState,
  window: PlatformWindow,
  { starting, ending, control }: { starting: string; ending: string; control: string | null },
  run: RunControl,
): Promise<Span> {
  const phrases = ending === '' ? [starting] : [starting, ending]
  const { matches, limited } = await findTexts(state, window, phrases, control, run)
  const from = theOnly(starting, matches[0] ?? [], limited)
  if (ending === '') return { from, to: from }
  const behind = (matches[1] ?? []).filter((match) => canEndWith(from, match))
  return { from, to: theOnly(ending, behind, limited, ` behind ${quoted(starting)}`) }
}

function theOnly(phrase: string, matches: TextMatch[], limited: string | null, where = ''): TextMatch {
  const [only, ...others] = matches
  if (!only) {
    const why = limited === null ? '' : ` ${limited}`
    throw new ToolError(`The text ${quoted(phrase)} was not found${where}.${why}`)
  }
  if (others.length === 0) return only
  // An editor names its tab after the first line: what is written in is meant, and not what is called after it.
  const [held, ...more] = matches.filter(
    ({ text: { control } }) => FOCUSED.has(control.role) && control.states.includes('focused'),
  )
  if (held && more.length === 0) return held
  const listed = matches.slice(0, 5).map((match) => `“${contextOf(match)}”`)
  throw new ToolError(
    `The text ${quoted(phrase)} stands there ${matches.length} times${where}: ${listed.join('; ')}. Give more of the text around it.`,
  )
}

/** How often a text is selected that is taken back, and the milliseconds after which it counts as selected. */
const MOST_TRIES = 3
const LASTS_MS = 150

/** Selects the span. Returns how. */
export async function selectSpan(
  state: DesktopState,
  window: PlatformWindow,
  { from, to }: Span,
  run: RunControl,
): Promise<'tree' | 'pointer'> {
  await needActive(state, window, run)
  const control = from.text.control
  const parts = partsOf({ from, to })
  state.selected = parts
  const [only] = parts
  if (only && from.order === to.order) {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      if (FOCUSED.has(control.role)) await state.platform.focus(control.ref, run)
      await run.checkpoint()
      const took = await state.platform.selectText(only.ref, from.start, to.end, run)
      if (!(await shows(state, only, SHOWS_WITHIN_MS[took ? 'yes' : 'no'], run))) break
      // A page that gets the keyboard late takes the selection back.
      await run.sleep(LASTS_MS)
      if (await shows(state, only, 0, run)) return 'tree'
    }
  }
  const first = (await endsOf(state, window, from, run)).first
  const last = (await endsOf(state, window, to, run)).last
  if (!first || !last)
    throw new ToolError(
      'The text can’t be selected through the tree, and its place on the screen is not told or out of sight: scroll to it.',
    )
  for (const { text } of [from, to]) {
    if (CLICKED.has(text.control.role)) continue
    throw new ToolError(
      `The text can’t be selected through the tree, and it is in a ${text.control.role}, where a click may do something: drag over it, from ${at(first)} to ${at(last)} on the screen.`,
    )
  }
  const [start, end] = [edgeOf(first, 'before'), edgeOf(last, 'behind')]
  await bringForward(state, window, start, run, control)
  await needHit(state, foundOf(state, control, window), start, run)
  await needHit(state, foundOf(state, to.text.control, window), end, run)
  await state.input.click(start, PLAIN_CLICK, run)
  await state.input.click(end, { ...PLAIN_CLICK, keys: 'Shift' }, run)
  return 'pointer'
}

const shows = async (
  state: DesktopState,
  part: Selected,
  withinMs: number,
  run: RunControl,
): Promise<boolean> =>
  (await run.until(
    async () => (sameText((await state.platform.selectedText(part.ref, run)) ?? '', part.text) ? true : null),
    withinMs,
  )) === true

const at = ({ x, y, height }: ScreenRect): string => `${x},${Math.round(y + height / 2)}`

/** The side of a character to click, because the caret goes to the nearer side. */
const edgeOf = ({ x, y, width, height }: ScreenRect, side: 'before' | 'behind') =>
  screenPoint(
    side === 'before' ? x + Math.min(1, Math.floor(width / 4)) : x + width - 1,
    Math.round(y + height / 2),
  )

function partsOf({ from, to }: Span): Selected[] {
  const part = ({ text }: TextMatch, start: number, end?: number): Selected => ({
    ref: text.ref,
    text: Array.from(text.text).slice(start, end).join(''),
  })
  if (from.order === to.order) return [part(from, from.start, to.end)]
  return [part(from, from.start), part(to, 0, to.end)]
}

/** Compares without what toolkits write differently: separators of lines, and objects inside a text. */
export const sameText = (a: string, b: string): boolean => bare(a) === bare(b)
const bare = (text: string): string => text.replace(/[\s\uFFFC]+/g, ' ').trim()

export const spanWords = ({ from, to }: Span): string =>
  from === to ? short(written(from)) : `${short(written(from), 28)} … ${short(written(to), 28)}`
