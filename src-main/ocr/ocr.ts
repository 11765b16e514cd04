// Reads the words of a picture of the screen: prepares the picture for reading, and gives the words in its own pixels.
import { loadSharp } from '../core/load-sharp.ts'
import type { Picture } from '../core/desktop.ts'
import { imageRectToScreen, screenRect, type ScreenRect } from '../core/geometry.ts'
import type { RunControl } from '../core/run-control.ts'
import type { OcrWord } from './words.ts'

/** Reads a PNG. Throws ToolError where it can't be read, StoppedError at once on stop. */
export interface OcrEngine {
  /** How many times as large as on the screen it reads letters best. */
  readonly enlargement: number
  /** Gives words in pixels of the PNG. */
  read(png: Buffer, run: RunControl): Promise<OcrWord[]>
}

/** A word and where it is on the screen. */
export interface ScreenWord extends Omit<OcrWord, 'bounds'> {
  bounds: ScreenRect
}

/** The most pixels of the picture that is read; more take longer than they are worth. */
const MAX_PIXELS = 6_000_000

/** Gives words with their place on the screen. OCR answers in pixels of its picture, which are scaled by the picture's bounds. */
export async function readWords(engine: OcrEngine, picture: Picture, run: RunControl): Promise<ScreenWord[]> {
  const { width, height } = picture
  const scale = Math.max(1, Math.min(engine.enlargement, Math.sqrt(MAX_PIXELS / (width * height))))
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const sharp = await loadSharp()
  const png = await run.race(
    sharp(Buffer.from(picture.data, 'base64'))
      .flatten({ background: 'white' })
      .resize(size.width, size.height, { fit: 'fill', kernel: 'cubic' })
      .png({ compressionLevel: 1 })
      .toBuffer(),
  )
  const words = await engine.read(png, run)
  const shown = screenRect(picture.bounds)
  return words.map((word) => ({
    ...word,
    bounds: imageRectToScreen(word.bounds, size, shown),
  }))
}
