// Finds where a tall item shows something: some views take a click only on its icon or its name, and not between them.
import { screenPoint, type ScreenPoint } from '../../../core/geometry.ts'
import type { ControlRole } from '../../../core/desktop.ts'
import type { PlatformElement, RawPicture } from '../../../platform/platform.ts'

const ITEMS: ReadonlySet<ControlRole> = new Set<ControlRole>(['cell', 'list item', 'tree item', 'image'])
/** Pixels of the lowest item that may have its name beside or below its middle. */
const MIN_HEIGHT = 40
/** Square pixels of the largest item that is looked at; a larger one has much to show. */
const MAX_AREA = 200_000
/** Pixels around a point that make it a drawn one. */
const NEAR_PX = 3
/** Pixels without anything drawn that end a line of text or an icon. */
const MAX_GAP = 4

/** Whether its middle may be empty. */
export const mayBeHollow = ({ role, bounds }: PlatformElement): boolean =>
  ITEMS.has(role) && bounds.height >= MIN_HEIGHT && bounds.width * bounds.height <= MAX_AREA

/** Gives the middle of what is drawn nearest to the middle of an item; the middle itself, if something is drawn there or nowhere. */
export function drawnPoint({ rgba, width, height, bounds }: RawPicture): ScreenPoint {
  const at = (x: number, y: number) => rgba.readUInt32LE(4 * (y * width + x))
  const ground = mostOf(rgba)
  const middle = { x: Math.floor(width / 2), y: Math.floor(height / 2) }
  const drawnIn = (y: number): number[] =>
    Array.from({ length: width }, (_, x) => x).filter((x) => at(x, y) !== ground)
  const rows = Array.from({ length: height }, (_, y) => drawnIn(y))
  const isNear = rows
    .slice(Math.max(0, middle.y - NEAR_PX), middle.y + NEAR_PX + 1)
    .some((row) => row.some((x) => Math.abs(x - middle.x) <= NEAR_PX))
  const point = (x: number, y: number) => screenPoint(bounds.x + x, bounds.y + y)
  const bands = isNear ? [] : bandsOf(rows)
  const [nearest] = bands.toSorted((a, b) => Math.abs(a.y - middle.y) - Math.abs(b.y - middle.y))
  if (!nearest) return point(middle.x, middle.y)
  // The frame of the focus has nothing in its middle either; a name has.
  const xs = (rows[nearest.y] ?? []).toSorted((a, b) => Math.abs(a - middle.x) - Math.abs(b - middle.x))
  return point(xs[0] ?? middle.x, nearest.y)
}

/** The middle row of each line of text and each icon. */
function bandsOf(rows: readonly (readonly number[])[]): { y: number }[] {
  const bands: { from: number; to: number }[] = []
  for (const [y, row] of rows.entries()) {
    if (row.length === 0) continue
    const last = bands.at(-1)
    if (last && y - last.to <= MAX_GAP) last.to = y
    else bands.push({ from: y, to: y })
  }
  return bands.map(({ from, to }) => {
    const middle = Math.floor((from + to) / 2)
    // The middle of a line may fall between two strokes.
    const drawn = Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(
      (y) => (rows[y]?.length ?? 0) > 0,
    )
    return { y: drawn.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0] ?? middle }
  })
}

/** The colour of most pixels. */
function mostOf(rgba: Buffer): number {
  const counts = new Map<number, number>()
  for (let at = 0; at < rgba.length; at += 4) {
    const colour = rgba.readUInt32LE(at)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  let most = 0
  for (const [colour, count] of counts) if (count > (counts.get(most) ?? 0)) most = colour
  return most
}
