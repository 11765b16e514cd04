// Encodes pictures of the screen as PNG, and recognises one that shows nothing.
import type { Picture } from '../../../core/desktop.ts'
import { encodePng } from '../../../core/png.ts'
import type { RawPicture } from '../../../platform/platform.ts'

/** Encodes as PNG: smaller and faster than JPEG for screens (measured). */
export async function encodePicture(raw: RawPicture): Promise<Picture> {
  const png = await encodePng(raw)
  return { data: png.toString('base64'), width: raw.width, height: raw.height, bounds: raw.bounds }
}

/** Tells whether all pixels are the same, as in a picture of a screen that can't be captured. */
export function isBlank(raw: RawPicture): boolean {
  const length = raw.width * raw.height * 4
  if (length === 0) return true
  const [red, green, blue] = raw.rgba
  for (let at = 4; at < length; at += 4) {
    if (raw.rgba[at] !== red || raw.rgba[at + 1] !== green || raw.rgba[at + 2] !== blue) return false
  }
  return true
}
