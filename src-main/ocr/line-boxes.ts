// Finds the boxes of lines in the map of a model that tells of each pixel whether it is of a text.
import type { Rect } from '../../src-preload/contract/geometry.ts'
import type { Size } from '../core/geometry.ts'

/** From which on a pixel counts as text, and how sure a whole box has to be. */
const MIN_PIXEL = 0.3
const MIN_BOX = 0.6
/** The model marks the middle of a line only: its box is larger by this share of area over perimeter. */
const GROWTH = 1.5
/** In pixels of the map. */
const MIN_SIDE = 3

/** Returns boxes in whole pixels of the picture, from the top, each row from the left. */
export function linesIn(map: Float32Array, { width, height }: Size, picture: Size): Rect[] {
  const seen = new Uint8Array(map.length)
  const boxes: Rect[] = []
  for (let start = 0; start < map.length; start++) {
    if (seen[start] || (map[start] ?? 0) <= MIN_PIXEL) continue
    const box = partFrom(start, map, seen, width)
    if (box.width >= MIN_SIDE && box.height >= MIN_SIDE && box.sure >= MIN_BOX)
      boxes.push(scaled(grown(box), { width, height }, picture))
  }
  return boxes.filter((box) => box.width > 0 && box.height > 0).toSorted((a, b) => order(a, b))
}

/** Lines whose middles are less than half a line apart are one row. */
const order = (a: Rect, b: Rect): number => {
  const apart = a.y + a.height / 2 - (b.y + b.height / 2)
  return Math.abs(apart) < Math.min(a.height, b.height) / 2 ? a.x - b.x : apart
}

/** Collects the pixels that hang together, and marks them as seen. */
function partFrom(
  start: number,
  map: Float32Array,
  seen: Uint8Array,
  width: number,
): Rect & { sure: number } {
  let [left, right, top, bottom] = [width, 0, Number.POSITIVE_INFINITY, 0]
  let [sum, count] = [0, 0]
  const open = [start]
  seen[start] = 1
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
    sum += map[at] ?? 0
    count += 1
    const beside = [at - width, at + width, ...(x > 0 ? [at - 1] : []), ...(x < width - 1 ? [at + 1] : [])]
    for (const next of beside) {
      if (next < 0 || next >= map.length || seen[next] || (map[next] ?? 0) <= MIN_PIXEL) continue
      seen[next] = 1
      open.push(next)
    }
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1, sure: sum / count }
}

function grown({ x, y, width, height }: Rect): Rect {
  const by = (width * height * GROWTH) / (2 * (width + height))
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }
}

function scaled({ x, y, width, height }: Rect, from: Size, to: Size): Rect {
  const within = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)))
  const [sx, sy] = [to.width / from.width, to.height / from.height]
  const [left, top] = [within(x * sx, to.width), within(y * sy, to.height)]
  const [right, bottom] = [within((x + width) * sx, to.width), within((y + height) * sy, to.height)]
  return { x: left, y: top, width: right - left, height: bottom - top }
}
