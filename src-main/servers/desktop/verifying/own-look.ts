// Tells a control that looks different because it was pressed, or says something, from an application that has done something.
import type { Rect } from '../../../../src-preload/contract/geometry.ts'
import type { ControlRole } from '../../../core/desktop.ts'
import { contains, intersection, screenRect, type ScreenRect } from '../../../core/geometry.ts'
import type { ChangeWatch, PlatformElement } from '../../../platform/platform.ts'
import type { ActMemory } from '../acting/act-memory.ts'
import { isEmptied } from '../../../../src-preload/contract/evidence.ts'
import { elementChanged, type Changes } from './changes.ts'

/** Controls that look different when they get the keyboard, or lose it. */
const SHOWS_FOCUS: ReadonlySet<ControlRole> = new Set([
  'edit',
  'password',
  'combo box',
  'spinner',
  'button',
  'toggle button',
  'check box',
  'radio button',
  'switch',
  'link',
  'tab',
])
/** Controls that look different while the pointer is on them. */
const SHOWS_POINTER: ReadonlySet<ControlRole> = new Set([
  ...SHOWS_FOCUS,
  'list item',
  'row',
  'tree item',
  'cell',
  'header',
  'menu item',
])
/** Controls that say what has been done. */
const MESSAGES: ReadonlySet<ControlRole> = new Set(['text', 'status bar', 'group', 'other'])
/** Pixels around a control that belong to it: its shadow, the ring of the focus, and what GTK 4 does not count as the control. */
const RING = { x: 18, y: 8 }
/** The largest area in pixels in which a caret is seen to go: pictures differ in squares of 16. */
const CARET = { width: 32, height: 96 }

/** Whether the look of a window before such an act is kept, to be compared with that after it. */
export const isCompared = (tool: string): boolean => tool === 'click_input' || tool === 'choose_menu'

/** Parameters of the evidence that pixels have changed. */
export const looksOf = async (act: ActMemory, watch: ChangeWatch): Promise<Record<string, string>> =>
  (await isOnlyOwn(act, watch, [])) ? { of: 'pressed' } : {}

/** Whether a message is all that has come of an act: it says something else, and nothing beside it looks different. */
export async function isAllThatIsSaid(act: ActMemory, watch: ChangeWatch, differ: Changes): Promise<boolean> {
  const { opened, closed, retitled, appeared, gone, changed } = differ
  if ([opened, closed, retitled].some((each) => each.length > 0)) return false
  // Pages make the text of a message anew. What only comes or goes may be the effect itself.
  const isReplaced = appeared.length === 1 && gone.length === 1
  if (!isReplaced && appeared.length + gone.length > 0) return false
  // A field that is emptied shows no more than that it was read.
  const others = changed.filter((each) => !isEmptied(elementChanged(each)))
  const messages = [...others.flatMap(({ before, after }) => [before, after]), ...appeared, ...gone]
  if (messages.length === 0 || !messages.every(({ role }) => MESSAGES.has(role))) return false
  return isOnlyOwn(act, watch, [...messages, ...changed.map(({ after }) => after)])
}

/** Whether a window shows a list, in which what is added would be seen. */
export const showsList = ({ view }: ActMemory): boolean =>
  view?.elements.some(({ role }) => LISTS.has(role)) ?? false
const LISTS: ReadonlySet<ControlRole> = new Set(['list', 'table', 'tree', 'list item', 'row', 'tree item'])

/**
 * Whether nothing looks different but what was pressed, what has lost the keyboard or the pointer to it, and `messages`. False where that
 * is not known.
 */
async function isOnlyOwn(
  { tool, target: { element }, pointer, view }: ActMemory,
  watch: ChangeWatch,
  messages: readonly PlatformElement[],
): Promise<boolean> {
  if (!isCompared(tool) || (tool === 'click_input' && !element)) return false
  const left = (view?.elements ?? []).filter(({ states }) => states.includes('focused'))
  const texts = left.filter(isMultiline).map(({ bounds }) => bounds)
  const pressed = element ? [element] : []
  const hovered = (view?.elements ?? []).filter(
    (each) =>
      pointer &&
      contains(withRing(each.bounds), pointer) &&
      SHOWS_POINTER.has(each.role) &&
      !isMultiline(each),
  )
  const own = [...pressed, ...messages, ...left.filter(isSingleLine), ...hovered].map(({ bounds }) =>
    withRing(bounds),
  )
  const corners = (view?.elements ?? []).filter(isSingleLine).flatMap(({ bounds }) => cornersOf(bounds))
  const others = await watch.changedBeyond?.([...own, ...texts.flatMap(ringOf), ...corners])
  return others?.every((area) => texts.some((text) => isCaret(text, area))) ?? false
}

const isMultiline = ({ states }: PlatformElement): boolean => states.includes('multiline')
const isSingleLine = (each: PlatformElement): boolean => SHOWS_FOCUS.has(each.role) && !isMultiline(each)

/** A text of several lines may have been changed, so that only its caret and its ring are its own look. */
const isCaret = (text: Rect, area: Rect): boolean =>
  area.width <= CARET.width && area.height <= CARET.height && intersection(text, area) !== null

const withRing = ({ x, y, width, height }: Rect): ScreenRect =>
  screenRect({ x: x - RING.x, y: y - RING.y, width: width + 2 * RING.x, height: height + 2 * RING.y })

/** Chromium draws the round corners of a control with other shades of the edge when something near it is drawn. */
const cornersOf = ({ x, y, width, height }: Rect): Rect[] =>
  [x, x + width].flatMap((side) => [y, y + height].map((end) => squareAround(side, end)))

const CORNER = 4
const squareAround = (x: number, y: number): Rect => ({
  x: x - CORNER,
  y: y - CORNER,
  width: 2 * CORNER,
  height: 2 * CORNER,
})

/** Pixels that a ring is drawn inside of a text. */
const FOCUS_LINE = 3

/** The four strips of a text's edge, where no letters are. */
function ringOf(text: Rect): Rect[] {
  const { x, y, width, height } = withRing(text)
  const [across, down] = [RING.x + FOCUS_LINE, RING.y + FOCUS_LINE]
  return [
    { x, y, width, height: down },
    { x, y: y + height - down, width, height: down },
    { x, y, width: across, height },
    { x: x + width - across, y, width: across, height },
  ]
}
