// The picture of a step with what was acted on, as one SVG whose coordinates are those of the screen.
import type { Point, Rect } from '../../../src-preload/contract/geometry.ts'
import type { ActionView, StepView } from '../../../src-preload/contract/run-view.ts'
import { markup, type Content, type Markup } from './markup.ts'

/** Pixels of the screen. */
const SMALLEST_RING = 11
const SMALLEST_TAG = 7

/** Where an act was aimed at, in screen space; null where it had no place. */
function aimOf(action: ActionView): { bounds: Rect | null; point: Point | null } {
  const { bounds, point } = action.target
  if (action.status === 'skipped') return { bounds: null, point: null }
  if (point) return { bounds, point }
  const clicks = /click|wheel|drag|toggle|select_item/.test(action.tool_name)
  if (!bounds || !clicks) return { bounds, point: null }
  return { bounds, point: { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 } }
}

/** Later acts of a step may be in a dialog that the picture, taken before, does not show. A title gets `*` when edited. */
function inSameWindow(action: ActionView, first: ActionView | undefined): boolean {
  const titleOf = (of: ActionView | undefined) => of?.target.window?.replace(/^\*/, '') ?? null
  return titleOf(action) === titleOf(first)
}

/** `source` is a data URL. Acts outside of the picture, or on all of it, are not marked. */
export function markedPicture(step: StepView, source: string): Markup {
  const picture = step.picture
  if (!picture) return markup``
  const shown = picture.bounds
  const size = Math.max(shown.width, shown.height) / 100
  const marks = step.actions.map((action, index) => {
    if (!inSameWindow(action, step.actions[0])) return null
    const { bounds, point } = aimOf(action)
    const whole = bounds !== null && bounds.width >= shown.width && bounds.height >= shown.height
    const number = step.actions.length > 1 ? index + 1 : null
    return mark(
      whole ? null : bounds,
      whole && action.tool_name !== 'click_on_coordinates' ? null : point,
      size,
      number,
    )
  })
  const acts = step.actions.map((action) => action.words).join(', ')
  const label = `What was seen in step ${step.step + 1}${acts === '' ? '' : `; marked: ${acts}`}`
  const { x, y, width, height } = shown
  return markup`<svg viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${label}">
    <image href="${source}" x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="none" />
    ${marks}
  </svg>`
}

function mark(bounds: Rect | null, point: Point | null, size: number, number: number | null): Content {
  const corner = bounds ?? (point && { x: point.x + size * 1.6, y: point.y - size * 1.6 })
  return [
    bounds && frame(bounds, size),
    point && spot(point, size, bounds === null),
    number !== null && corner && tag(corner, size, number),
  ]
}

/** A white edge below each line keeps it visible on any picture. */
const frame = ({ x, y, width, height }: Rect, size: number): Markup => {
  const rectangle = (style: string) =>
    markup`<rect class="${style}" x="${x}" y="${y}" width="${width}" height="${height}" rx="${size * 0.4}" />`
  return markup`${rectangle('halo')}${rectangle('target')}`
}

/** Large enough that the name of a small button can be read inside of it; the dot is for points on no control. */
const spot = ({ x, y }: Point, size: number, dot: boolean): Markup => {
  const circle = (style: string, radius: number) =>
    markup`<circle class="${style}" cx="${x}" cy="${y}" r="${radius}" />`
  const radius = Math.max(SMALLEST_RING, size * 1.6)
  return markup`${circle('halo', radius)}${circle('target', radius)}${dot && circle('dot', radius / 4)}`
}

const tag = ({ x, y }: Point, size: number, number: number): Markup => markup`
    <circle class="tag" cx="${x}" cy="${y}" r="${Math.max(SMALLEST_TAG, size * 1.1)}" />
    <text class="tag-text" x="${x}" y="${y}" font-size="${Math.max(SMALLEST_TAG * 1.3, size * 1.4)}">${number}</text>`
