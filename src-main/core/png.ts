// Writes pixels as a PNG file, without a library: loading the one for pictures costs a fifth of what a desktop process costs to
// start, and Deflate is what takes the time.
import { promisify } from 'node:util'
import { constants, crc32, deflate } from 'node:zlib'

const pack = promisify(deflate)

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const TRUE_COLOUR = 2
const PALETTE = 3
const BITS_PER_CHANNEL = 8

interface Pixels {
  /** Four bytes a pixel, rows from the top, without padding; alpha is left out. */
  rgba: Buffer
  width: number
  height: number
}

/** Encodes at the fastest setting, on a thread of its own. */
export const encodePng = ({ rgba, width, height }: Pixels): Promise<Buffer> =>
  fileOf({ width, height, kind: TRUE_COLOUR }, rowsOf({ rgba, width, height }), constants.Z_BEST_SPEED)

interface Indexed {
  /** The colours as 0xRRGGBB, at most 256. */
  palette: readonly number[]
  /** Rows from the top, each with one byte before its pixels that is 0. */
  rows: Buffer
  width: number
  height: number
}

/** Encodes a picture of few colours, on a thread of its own. It costs more than `encodePng`, and sends a third of the bytes. */
export function encodePalettePng({ palette, rows, width, height }: Indexed): Promise<Buffer> {
  const colours = Buffer.alloc(palette.length * 3)
  for (const [index, colour] of palette.entries()) colours.writeUIntBE(colour, index * 3, 3)
  return fileOf({ width, height, kind: PALETTE }, rows, constants.Z_DEFAULT_COMPRESSION, [
    chunk('PLTE', colours),
  ])
}

async function fileOf(
  { width, height, kind }: { width: number; height: number; kind: number },
  rows: Buffer,
  level: number,
  more: Buffer[] = [],
): Promise<Buffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = BITS_PER_CHANNEL
  header[9] = kind
  const packed = await pack(rows, { level, memLevel: 9 })
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', packed),
    chunk('IEND', Buffer.of()),
  ])
}

/** Gives the rows as PNG has them: each begins with its filter. No filter (0) compresses plain areas, as screens have, best. */
function rowsOf({ rgba, width, height }: Pixels): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height)
  let to = 0
  for (let from = 0, y = 0; y < height; y++) {
    to++
    for (let x = 0; x < width; x++, from += 4) {
      rows[to++] = rgba[from] ?? 0
      rows[to++] = rgba[from + 1] ?? 0
      rows[to++] = rgba[from + 2] ?? 0
    }
  }
  return rows
}

function chunk(type: string, data: Buffer): Buffer {
  const whole = Buffer.alloc(data.length + 12)
  whole.writeUInt32BE(data.length, 0)
  whole.write(type, 4, 'latin1')
  data.copy(whole, 8)
  whole.writeUInt32BE(crc32(whole.subarray(4, -4)), data.length + 8)
  return whole
}
