// Encodes pictures of the screen as PNG, and recognises one that shows nothing.
import type { Picture } from '../../../core/desktop.ts'
import { intersection, type ScreenRect } from '../../../core/geometry.ts'
import { encodePng } from '../../../core/png.ts'
import type { RawPicture } from '../../../platform/platform.ts'

/** Encodes pictures, the same one once only: to compare pixels takes a twentieth of the time. */
export class PictureEncoder {
  #last: { raw: RawPicture; picture: Picture } | null = null

  async encode(raw: RawPicture): Promise<Picture> {
    if (this.#last && isSame(this.#last.raw, raw)) return this.#last.picture
    const picture = await encodePicture(raw)
    this.#last = { raw, picture }
    return picture
  }
}

const isSame = (one: RawPicture, other: RawPicture): boolean =>
  one === other ||
  (one.width === other.width &&
    JSON.stringify(one.bounds) === JSON.stringify(other.bounds) &&
    one.rgba.equals(other.rgba))

/** Encodes as PNG: smaller and faster than JPEG for screens (measured). */
async function encodePicture(raw: RawPicture): Promise<Picture> {
  const png = await encodePng(raw)
  return { data: png.toString('base64'), width: raw.width, height: raw.height, bounds: raw.bounds }
}

/**
 * Tells whether all pixels are the same, as in a picture of a screen that can't be captured. `area` is the part of the screen that is
 * looked at; what of it lies outside of the picture counts for nothing.
 */
export function isBlank(raw: RawPicture, area: ScreenRect = raw.bounds): boolean {
  const shown = intersection(area, raw.bounds)
  if (!shown || raw.bounds.width === 0 || raw.bounds.height === 0) return true
  const across = raw.width / raw.bounds.width
  const down = raw.height / raw.bounds.height
  const left = Math.floor((shown.x - raw.bounds.x) * across)
  const right = Math.floor((shown.x - raw.bounds.x + shown.width) * across)
  const top = Math.floor((shown.y - raw.bounds.y) * down)
  const bottom = Math.floor((shown.y - raw.bounds.y + shown.height) * down)
  const first = (top * raw.width + left) * 4
  const [red, green, blue] = raw.rgba.subarray(first, first + 3)
  for (let y = top; y < bottom; y++) {
    const end = (y * raw.width + right) * 4
    for (let at = (y * raw.width + left) * 4; at < end; at += 4)
      if (raw.rgba[at] !== red || raw.rgba[at + 1] !== green || raw.rgba[at + 2] !== blue) return false
  }
  return true
}
