// Writes the ids of the controls on a picture (set-of-mark), for models that see. `place-labels.ts` finds room for each number.
import { loadSharp } from '../core/load-sharp.ts'
import type { Rect } from '../../src-preload/contract/geometry.ts'
import { intersection, screenPoint, screenRect, screenToImage } from '../core/geometry.ts'
import type { Control, ControlRole, Picture } from '../core/desktop.ts'
import { withFewColours } from '../core/few-colours.ts'
import { fittingSize } from './pictures.ts'
import { placeLabels, type Mark } from './place-labels.ts'

/** Roles that can be acted upon. Marks on containers and plain text would only cover the picture. */
const MARKED_ROLES: ReadonlySet<ControlRole> = new Set<ControlRole>([
  'button', 'toggle button', 'check box', 'radio button', 'switch', 'edit', 'password', 'document', 'combo box',
  'list item', 'menu', 'menu item', 'tab', 'tree item', 'cell', 'link', 'slider', 'spinner',
]) // prettier-ignore

/** More marks than this hide the picture. Cells and list items are left out first. */
const MAX_MARKS = 200
const CROWDED_ROLES: ReadonlySet<ControlRole> = new Set<ControlRole>(['cell', 'list item', 'tree item'])

/** In pixels of the finished picture; smaller digits are misread. */
const FONT_SIZE = 13
const LABEL_HEIGHT = 15
const DIGIT_WIDTH = 9
const LABEL_PADDING = 6

/** Colours that are dark enough for white digits (contrast of 5 and more) and differ from one control to the next. */
const COLOURS = ['#b3001b', '#0b5394', '#0b6623', '#6a1b9a', '#8a4b00', '#00626b', '#9c1f6b', '#37474f']

export interface AnnotateOptions {
  /** Longest side of the result, in pixels; it is never larger than the picture. */
  maxSide: number
}

/** Chooses the controls that get a number: those that can be acted upon and are at least partly in the picture. */
export function markedControls(controls: Control[], shown: Rect): Control[] {
  const candidates = controls.filter(
    ({ role, bounds, states }) =>
      MARKED_ROLES.has(role) && !states.includes('offscreen') && intersection(bounds, shown) !== null,
  )
  if (candidates.length <= MAX_MARKS) return candidates
  const kept = new Set(
    candidates
      .toSorted((a, b) => Number(CROWDED_ROLES.has(a.role)) - Number(CROWDED_ROLES.has(b.role)))
      .slice(0, MAX_MARKS),
  )
  return candidates.filter((control) => kept.has(control))
}

/** Makes a copy of the picture with the id of each marked control on it or beside it. Keeps `bounds`. */
export async function annotate(
  picture: Picture,
  controls: Control[],
  options: AnnotateOptions,
): Promise<Picture> {
  const size = fittingSize(picture, options.maxSide)
  const shown = screenRect(picture.bounds)
  const sharp = await loadSharp()
  const image = sharp(Buffer.from(picture.data, 'base64')).resize(size.width, size.height, { fit: 'fill' })
  const grey = await image.clone().removeAlpha().greyscale().raw().toBuffer()
  const whole = { x: 0, y: 0, width: size.width, height: size.height }
  const marks = markedControls(controls, picture.bounds).flatMap((control): Mark[] => {
    const { x, y, width, height } = control.bounds
    const topLeft = screenToImage(screenPoint(x, y), size, shown)
    const bottomRight = screenToImage(screenPoint(x + width, y + height), size, shown)
    const box = intersection(
      { x: topLeft.x, y: topLeft.y, width: bottomRight.x - topLeft.x, height: bottomRight.y - topLeft.y },
      whole,
    )
    const label = { width: control.id.length * DIGIT_WIDTH + LABEL_PADDING, height: LABEL_HEIGHT }
    return box ? [{ id: control.id, box, label }] : []
  })
  const labels = placeLabels(marks, { pixels: grey, ...size })
  const outlines = marks.map(({ box }, index) => outline(box, colourOf(index)))
  const numbers = marks.map(({ id }, index) => {
    const place = labels[index]
    return place ? number(id, place, colourOf(index)) : ''
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${outlines.join('')}${numbers.join('')}</svg>`
  const data = await withFewColours(image.composite([{ input: Buffer.from(svg), top: 0, left: 0 }]))
  return { data: data.toString('base64'), ...size, bounds: picture.bounds }
}

const colourOf = (index: number): string => COLOURS[index % COLOURS.length] ?? '#000000'

const outline = ({ x, y, width, height }: Rect, colour: string): string =>
  `<rect x="${Math.round(x) + 0.5}" y="${Math.round(y) + 0.5}" width="${Math.max(1, Math.round(width) - 1)}" height="${Math.max(1, Math.round(height) - 1)}" fill="none" stroke="${colour}"/>`

/** Draws white digits on a colour, with a white rim that sets them off from dark pictures. */
function number(id: string, { x, y, width, height }: Rect, colour: string): string {
  const text = id.replace(/[^\w.-]/g, '?')
  return (
    `<rect x="${x + 0.5}" y="${y + 0.5}" width="${width - 1}" height="${height - 1}" fill="${colour}" stroke="#ffffff"/>` +
    `<text x="${x + width / 2}" y="${y + height - 3}" text-anchor="middle" fill="#ffffff" font-family="DejaVu Sans, Verdana, Arial, sans-serif" font-weight="bold" font-size="${FONT_SIZE}">${text}</text>`
  )
}
