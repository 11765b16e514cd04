// Keeps how a part of the screen looked, to find out where it looks different now. Toolkits paint much more than has changed:
// LibreOffice its whole window for one letter.
import { contains, intersection, screenRect, type ScreenRect } from '../../../core/geometry.ts'
import type { Rect } from '../../../../src-preload/contract/geometry.ts'
import type { XConnection } from './connection.ts'

const Z_PIXMAP = 2
/** In pixels; fetching a larger picture would take longer than it saves. */
const MAX_PIXELS = 3_000_000
/** In pixels; differences are reported in squares of this size. */
const TILE = 16

export class Frame {
  readonly area: ScreenRect
  /** One number per pixel, in the order of the X server. */
  readonly #pixels: Uint32Array

  private constructor(area: ScreenRect, pixels: Uint32Array) {
    this.area = area
    this.#pixels = pixels
  }

  /** Null where the area is too large or its pixels can't be read. */
  static async take(connection: XConnection, area: Rect): Promise<Frame | null> {
    const shown = onScreen(connection, area)
    const pixels = shown && shown.width * shown.height <= MAX_PIXELS ? await grab(connection, shown) : null
    return shown && pixels && new Frame(shown, pixels)
  }

  /**
   * Gives where the picture differs now, within `areas` and outside of those `apart`, and keeps the new picture there. Null when the pixels
   * can't be read.
   */
  async update(
    connection: XConnection,
    areas: readonly Rect[],
    apart: readonly Rect[] = [],
  ): Promise<Rect[] | null> {
    const different: Rect[] = []
    for (const area of merged(areas)) {
      const inside = intersection(this.area, area)
      if (!inside) continue
      const pixels = await grab(connection, inside)
      if (!pixels) return null
      different.push(...this.compare(inside, pixels, apart))
    }
    return different
  }

  /** Does the same with pixels that have been read already. */
  compare(inside: Rect, pixels: Uint32Array, apart: readonly Rect[] = []): Rect[] {
    const different: Rect[] = []
    const columns = Math.ceil(inside.width / TILE)
    for (let top = 0; top < inside.height; top += TILE) {
      const height = Math.min(TILE, inside.height - top)
      const tiles = new Uint8Array(columns)
      for (let row = top; row < top + height; row++) this.#compareRow(inside, pixels, row, tiles, apart)
      for (let from = 0; from < columns; from++) {
        if (!tiles[from]) continue
        let to = from
        while (to < columns && tiles[to]) to++
        const right = Math.min(to * TILE, inside.width)
        different.push({ x: inside.x + from * TILE, y: inside.y + top, width: right - from * TILE, height })
        from = to
      }
    }
    return different
  }

  #compareRow(
    inside: Rect,
    pixels: Uint32Array,
    row: number,
    tiles: Uint8Array,
    apart: readonly Rect[],
  ): void {
    const offset = (inside.y - this.area.y + row) * this.area.width + (inside.x - this.area.x)
    const before = this.#pixels.subarray(offset, offset + inside.width)
    const now = pixels.subarray(row * inside.width, (row + 1) * inside.width)
    if (bytes(before).equals(bytes(now))) return
    const y = inside.y + row
    for (let x = 0; x < inside.width; x++) {
      if (before[x] !== now[x] && !apart.some((each) => contains(each, { x: inside.x + x, y })))
        tiles[Math.floor(x / TILE)] = 1
    }
    before.set(now)
  }

  /** Makes a frame out of pixels, for tests. */
  static of(area: ScreenRect, pixels: Uint32Array): Frame {
    return new Frame(area, pixels)
  }
}

const bytes = (pixels: Uint32Array): Buffer =>
  Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength)

function onScreen(connection: XConnection, area: Rect): ScreenRect | null {
  const x = Math.floor(area.x)
  const y = Math.floor(area.y)
  const whole = {
    x,
    y,
    width: Math.ceil(area.x + area.width) - x,
    height: Math.ceil(area.y + area.height) - y,
  }
  return intersection(screenRect({ x: 0, y: 0, ...connection.size }), whole)
}

async function grab(connection: XConnection, { x, y, width, height }: Rect): Promise<Uint32Array | null> {
  const image = await connection.askOrNull<{ depth: number; data: Buffer }>((reply) =>
    connection.client.GetImage(Z_PIXMAP, connection.root, x, y, width, height, 0xffffffff, reply),
  )
  if (!image || image.data.length < width * height * 4) return null
  const aligned = image.data.byteOffset % 4 === 0 ? image.data : Buffer.from(image.data)
  return new Uint32Array(aligned.buffer, aligned.byteOffset, width * height)
}

/** Merges areas into few that cover all, so that few questions are needed. */
function merged(areas: readonly Rect[]): Rect[] {
  const result: Rect[] = []
  for (const area of areas) {
    const near = result.findIndex((one) => intersection(grown(one), area) !== null)
    if (near < 0 && result.length < 4) result.push(area)
    else {
      const index = Math.max(near, 0)
      result[index] = around(result[index] ?? area, area)
    }
  }
  return result
}

const grown = ({ x, y, width, height }: Rect): Rect => ({
  x: x - TILE,
  y: y - TILE,
  width: width + 2 * TILE,
  height: height + 2 * TILE,
})

/** Gives the smallest rectangle around two. */
export function around(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  const width = Math.max(a.x + a.width, b.x + b.width) - x
  return { x, y, width, height: Math.max(a.y + a.height, b.y + b.height) - y }
}
