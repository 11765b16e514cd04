// Packs the picture that a model reads: windows have few colours, so a palette sends a third of the bytes, in a format that every
// service takes. Text stays sharp, because nothing is blurred, dithered or made smaller.
import type { Sharp } from 'sharp'
import { loadSharp } from './load-sharp.ts'
import { encodePalettePng } from './png.ts'

/** So many of the most frequent colours are kept as they are: plain areas, text, and tints that tell one state from another. */
const MAX_EXACT = 32
/** The distance between neighbouring shades of a channel for all other colours: the edges of letters, gradients. No eye sees it. */
const SHADE = 17
const MAX_COLOURS = 256

/** For pictures with many colours, as photographs have. Dithering is off, because it speckles plain areas. */
const QUANTIZED = { palette: true, colours: MAX_COLOURS, dither: 0, effort: 1, compressionLevel: 6 } as const

/** Gives a PNG file of the picture. */
export async function withFewColours(image: Sharp): Promise<Buffer> {
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  // The copy begins where numbers of four bytes may.
  const pixels = new Uint32Array(Uint8Array.from(data).buffer)
  const { palette, indexOf } = paletteOf(pixels)
  if (palette.length <= MAX_COLOURS)
    return encodePalettePng({ palette, rows: rowsOf(pixels, info.width, indexOf), ...sizeOf(info) })
  const sharp = await loadSharp()
  return sharp(data, { raw: info }).png(QUANTIZED).toBuffer()
}

interface Palette {
  /** As 0xRRGGBB. */
  palette: number[]
  /** Pixel → its place in the palette. */
  indexOf: Map<number, number>
}

/** `pixels`: red in the lowest byte, as a buffer of red, green, blue, alpha reads on every machine that Node runs on. */
function paletteOf(pixels: Uint32Array): Palette {
  const counts = new Map<number, number>()
  // Most pixels are like their neighbour.
  for (let from = 0, at = 1; at <= pixels.length; at++) {
    const pixel = pixels[from] ?? 0
    if (at < pixels.length && pixels[at] === pixel) continue
    counts.set(pixel, (counts.get(pixel) ?? 0) + at - from)
    from = at
  }
  const byCount = [...counts].toSorted(([, one], [, other]) => other - one)
  const places = new Map<number, number>()
  const indexOf = new Map<number, number>()
  for (const [rank, [pixel]] of byCount.entries()) {
    const colour = colourOf(pixel, rank < MAX_EXACT ? 1 : SHADE)
    const place = places.get(colour) ?? places.size
    places.set(colour, place)
    indexOf.set(pixel, place)
  }
  return { palette: [...places.keys()], indexOf }
}

function colourOf(pixel: number, shade: number): number {
  const near = (value: number) => Math.round((value & 0xff) / shade) * shade
  return (near(pixel) << 16) | (near(pixel >>> 8) << 8) | near(pixel >>> 16)
}

function rowsOf(pixels: Uint32Array, width: number, indexOf: Map<number, number>): Buffer {
  const height = pixels.length / width
  const rows = Buffer.alloc(pixels.length + height)
  let last = -1
  let place = 0
  for (let at = 0, y = 0; y < height; y++) {
    for (let to = y * (width + 1) + 1, end = to + width; to < end; to++, at++) {
      const pixel = pixels[at] ?? 0
      if (pixel !== last) {
        last = pixel
        place = indexOf.get(pixel) ?? 0
      }
      rows[to] = place
    }
  }
  return rows
}

const sizeOf = ({ width, height }: { width: number; height: number }) => ({ width, height })
