// Eyes for scripted models: where the text of an editor stands in a picture of the desktop. It knows nothing of Deskhand.
import sharp from 'sharp'

export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

const WHITE = 245
const DARK = 110
/** Share of the picture's width that the white of an editor takes at least. */
const WIDE = 0.3
/** Pixels at the edge of the white that belong to its frame and to the caret. */
const EDGE = 4

/** The box around what is written on the highest white area; null where there is no such area, or nothing on it. */
export async function textIn(png: Buffer): Promise<Box | null> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const at = (x: number, y: number) => data[y * width + x] ?? 0
  // The bars above the text are not white all through; what is below it may be, but is not as high.
  let [top, bottom] = [0, 0]
  for (let first = 0, y = 0; y <= height; y++) {
    if (y < height && whiteOf(y) > width * WIDE) continue
    if (y - 1 - first > bottom - top) [top, bottom] = [first, y - 1]
    first = y + 1
  }
  if (bottom === top) return null
  const whites = Array.from({ length: width }, (_, x) => x).filter((x) => at(x, bottom - EDGE) >= WHITE)
  const left = (whites[0] ?? 0) + EDGE
  const right = (whites.at(-1) ?? 0) - EDGE
  const dark: { x: number; y: number }[] = []
  for (let y = top; y < bottom - EDGE; y++)
    for (let x = left; x < right; x++) if (at(x, y) < DARK) dark.push({ x, y })
  if (dark.length === 0) return null
  const xs = dark.map(({ x }) => x)
  const ys = dark.map(({ y }) => y)
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }

  function whiteOf(y: number): number {
    let count = 0
    for (let x = 0; x < width; x++) if (at(x, y) >= WHITE) count++
    return count
  }
}

/** As `textIn`, but null until it stands at the same place as on the picture before: a window that opens still moves its text. */
export function stillText(): (png: Buffer) => Promise<Box | null> {
  let before = ''
  return async (png) => {
    const box = await textIn(png)
    const place = JSON.stringify(box)
    const still = place === before
    before = place
    return still ? box : null
  }
}

export const centreOf = ({ left, right, top, bottom }: Box) => ({
  x: Math.round((left + right) / 2),
  y: Math.round((top + bottom) / 2),
})
