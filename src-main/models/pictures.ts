// Pictures made as small as a model needs.
import { loadSharp } from '../core/load-sharp.ts'
import type { Picture } from '../core/desktop.ts'

/** Size of a picture whose longer side is at most `maxSide` pixels; never larger than it is. */
export function fittingSize(
  size: { width: number; height: number },
  maxSide: number,
): { width: number; height: number } {
  const scale = Math.min(1, maxSide / Math.max(size.width, size.height))
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  }
}

/** The picture itself when it is small enough. `bounds` stays: it says what part of the screen is shown. */
export async function scalePicture(picture: Picture, maxSide: number): Promise<Picture> {
  return resizePicture(picture, fittingSize(picture, maxSide))
}

/** The picture with exactly these sides, in pixels. */
export async function resizePicture(
  picture: Picture,
  { width, height }: { width: number; height: number },
): Promise<Picture> {
  if (width === picture.width && height === picture.height) return picture
  const sharp = await loadSharp()
  const data = await sharp(Buffer.from(picture.data, 'base64'))
    .resize(width, height, { fit: 'fill' })
    .png({ compressionLevel: 6 })
    .toBuffer()
  return { ...picture, data: data.toString('base64'), width, height }
}
