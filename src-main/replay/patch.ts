// Makes a small picture of a control, and says how alike two such pictures are, whatever their size, brightness and contrast.
import { loadSharp } from '../core/load-sharp.ts'
import type { Rect } from '../../src-preload/contract/geometry.ts'
import type { ControlRole } from '../core/desktop.ts'

/** Roles that are recognised by their look. A control with a person's text is never in a plan as a picture. */
const DRAWN: ReadonlySet<ControlRole> = new Set<ControlRole>([
  'button',
  'toggle button',
  'check box',
  'radio button',
  'switch',
  'menu',
  'menu item',
  'tab',
  'image',
  'slider',
])
/** Pixels of the largest picture that is kept. */
const LARGEST = { width: 240, height: 120 } as const
/** Both are compared at this size. */
const GRID_PX = 16

export interface Shown {
  /** PNG. */
  data: Buffer
  /** Its size in pixels, and the part of the screen that it shows. */
  width: number
  height: number
  bounds: Rect
}

/** Returns base64 of a PNG of the control; null where it is not in the picture, too large, or recognised by its content. */
export async function patchOf(
  picture: Shown,
  control: { role: ControlRole; bounds: Rect },
): Promise<string | null> {
  const { bounds, role } = control
  if (!DRAWN.has(role) || bounds.width > LARGEST.width || bounds.height > LARGEST.height) return null
  const scale = picture.width / picture.bounds.width
  const left = Math.round((bounds.x - picture.bounds.x) * scale)
  const top = Math.round((bounds.y - picture.bounds.y) * scale)
  const width = Math.round(bounds.width * scale)
  const height = Math.round(bounds.height * scale)
  const inside = left >= 0 && top >= 0 && left + width <= picture.width && top + height <= picture.height
  if (!inside || width < 2 || height < 2) return null
  const sharp = await loadSharp()
  const part = await sharp(picture.data)
    .extract({ left, top, width, height })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
  return part.toString('base64')
}

/** Returns -1 to 1: the correlation of their brightness; 0 where one of them has only one colour. */
export async function likeness(one: string, other: string): Promise<number> {
  const [a, b] = await Promise.all([brightness(one), brightness(other)])
  const meanA = meanOf(a)
  const meanB = meanOf(b)
  let both = 0
  let squaresA = 0
  let squaresB = 0
  for (const [index, value] of a.entries()) {
    const da = value - meanA
    const db = (b[index] ?? 0) - meanB
    both += da * db
    squaresA += da * da
    squaresB += db * db
  }
  return squaresA === 0 || squaresB === 0 ? 0 : both / Math.sqrt(squaresA * squaresB)
}

async function brightness(picture: string): Promise<Uint8Array> {
  const sharp = await loadSharp()
  return sharp(Buffer.from(picture, 'base64'))
    .resize(GRID_PX, GRID_PX, { fit: 'fill' })
    .flatten()
    .greyscale()
    .raw()
    .toBuffer()
}

const meanOf = (values: Uint8Array): number => values.reduce((sum, value) => sum + value, 0) / values.length
