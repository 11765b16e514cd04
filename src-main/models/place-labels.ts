// Places the numbers of a set-of-mark picture: never on each other, seldom on what is written, near to what they number.
import type { Rect } from '../../src-preload/contract/geometry.ts'
import { intersection, type Size } from '../core/geometry.ts'

/** In pixels of the finished picture. */
export interface Mark {
  id: string
  box: Rect
  label: Size
}

export interface GreyPicture extends Size {
  /** One byte a pixel, rows from the top. */
  pixels: Uint8Array
}

/** The difference (of 255) between neighbouring pixels from which they count as written on. */
const MIN_EDGE = 24
/** The most pixels between a label and its control. */
const MAX_DISTANCE = 2

/** Costs, the worst first: covered text, a place in another control's box, a place outside the own box. */
const TEXT_COST = 10
const STRANGER_COST = 3
const OUTSIDE_COST = 0.5

/** Gives one place per mark, in the same order; null where there is no room that is free of other labels. */
export function placeLabels(marks: Mark[], picture: GreyPicture): (Rect | null)[] {
  const written = writtenOn(picture)
  const places: (Rect | null)[] = marks.map(() => null)
  const placed: Rect[] = []
  const area = ({ box }: Mark) => box.width * box.height
  // Small controls have the fewest possible places, so they choose first.
  const order = marks.map((_, index) => index)
  order.sort((a, b) => area(marks[a] as Mark) - area(marks[b] as Mark))
  for (const index of order) {
    const mark = marks[index] as Mark
    const best = bestPlace(mark, marks, placed, written, picture)
    if (!best) continue
    places[index] = best
    placed.push(best)
  }
  return places
}

function bestPlace(
  mark: Mark,
  marks: Mark[],
  placed: Rect[],
  written: (rect: Rect) => number,
  picture: Size,
): Rect | null {
  let best: { place: Rect; cost: number } | null = null
  for (const place of candidates(mark, picture)) {
    if (placed.some((other) => intersection(grown(place), other))) continue
    const cost =
      written(place) * TEXT_COST +
      shareOf(place, marks, mark) * STRANGER_COST +
      (1 - shareIn(place, mark.box)) * OUTSIDE_COST
    if (!best || cost < best.cost) best = { place, cost }
  }
  return best?.place ?? null
}

/** Lists the places inside the box, then across its border, then around it. */
function candidates({ box, label }: Mark, picture: Size): Rect[] {
  const { width, height } = label
  const right = box.x + box.width
  const bottom = box.y + box.height
  const middle = (start: number, length: number, own: number) => start + (length - own) / 2
  const xs = [
    box.x,
    right - width,
    middle(box.x, box.width, width),
    box.x - width / 2,
    right - width / 2,
    box.x - width - MAX_DISTANCE,
    right + MAX_DISTANCE,
  ]
  const ys = [
    box.y,
    bottom - height,
    middle(box.y, box.height, height),
    box.y - height / 2,
    bottom - height / 2,
    box.y - height - MAX_DISTANCE,
    bottom + MAX_DISTANCE,
  ]
  return ys.flatMap((y) =>
    xs.map((x) => ({
      x: Math.round(clamped(x, picture.width - width)),
      y: Math.round(clamped(y, picture.height - height)),
      width,
      height,
    })),
  )
}

const clamped = (value: number, most: number) => Math.max(0, Math.min(value, Math.floor(most)))

/** Adds one pixel of room to the next label. */
const grown = ({ x, y, width, height }: Rect): Rect => ({
  x: x - 1,
  y: y - 1,
  width: width + 2,
  height: height + 2,
})

function shareIn(place: Rect, box: Rect): number {
  const common = intersection(place, box)
  return common ? (common.width * common.height) / (place.width * place.height) : 0
}

/** Gives the share of a place that lies in other boxes which do not also hold its own control. */
function shareOf(place: Rect, marks: Mark[], own: Mark): number {
  let share = 0
  for (const other of marks) {
    if (other !== own && shareIn(own.box, other.box) < 0.9) share += shareIn(place, other.box)
  }
  return Math.min(1, share)
}

/** Gives, for a rectangle, the share of its pixels on an edge (text, symbols, frames). */
function writtenOn({ pixels, width, height }: GreyPicture): (rect: Rect) => number {
  const row = width + 1
  const sums = new Uint32Array(row * (height + 1))
  for (let y = 0; y < height; y++) {
    let line = 0
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const here = pixels[at] ?? 0
      const across = x + 1 < width ? Math.abs(here - (pixels[at + 1] ?? 0)) : 0
      const down = y + 1 < height ? Math.abs(here - (pixels[at + width] ?? 0)) : 0
      if (across > MIN_EDGE || down > MIN_EDGE) line++
      sums[(y + 1) * row + x + 1] = (sums[y * row + x + 1] ?? 0) + line
    }
  }
  return (rect) => {
    const [left, top] = [Math.max(0, rect.x), Math.max(0, rect.y)]
    const [right, bottom] = [Math.min(width, rect.x + rect.width), Math.min(height, rect.y + rect.height)]
    const sum = (x: number, y: number) => sums[y * row + x] ?? 0
    const edges = sum(right, bottom) - sum(left, bottom) - sum(right, top) + sum(left, top)
    return edges / (rect.width * rect.height)
  }
}
