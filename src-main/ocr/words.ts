// Defines what is read of a picture: words, and where they are in it.
import { z } from 'zod'

/** In pixels of the picture that was read. */
const rectSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
export type Rect = z.output<typeof rectSchema>
export type Size = Pick<Rect, 'width' | 'height'>

export const ocrWordSchema = z.object({
  text: z.string(),
  bounds: rectSchema,
  /** The same for words of one line. */
  line: z.string(),
  /** The same for words of one block of text. */
  block: z.string(),
})
export type OcrWord = z.output<typeof ocrWordSchema>
