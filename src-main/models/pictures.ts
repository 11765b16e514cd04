// Makes pictures as small as a model needs.
import { loadSharp } from '../core/load-sharp.ts'
import type { Picture } from '../core/desktop.ts'
import { withFewColours } from '../core/few-colours.ts'

/** Gives the size of a picture whose longer side is at most `maxSide` pixels; it is never larger than the picture. */
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

/** Gives the picture itself when it is small enough. Keeps `bounds`, which is the part of the screen that is shown. */
export async function scalePicture(picture: Picture, maxSide: number): Promise<Picture> {
  return resizePicture(picture, fittingSize(picture, maxSide))
}

/** Makes the picture for a model that reads it. */
export async function smallPicture(picture: Picture, maxSide: number): Promise<Picture> {
  const size = fittingSize(picture, maxSide)
  const sharp = await loadSharp()
  const image = sharp(Buffer.from(picture.data, 'base64')).resize(size.width, size.height, { fit: 'fill' })
  const data = await withFewColours(image)
  return { ...picture, ...size, data: data.toString('base64') }
}

/** Gives the picture exactly these sides, in pixels. */
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
