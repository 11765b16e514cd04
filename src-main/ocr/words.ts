// Defines what is read of a picture: words, and where they are in it.
import { z } from 'zod'
import { rectSchema } from '../../src-preload/contract/geometry.ts'

export const ocrWordSchema = z.object({
  text: z.string(),
  /** In pixels of the picture that was read. */
  bounds: rectSchema,
  /** The same for words of one line. */
  line: z.string(),
  /** The same for words of one block of text. */
  block: z.string(),
})
export type OcrWord = z.output<typeof ocrWordSchema>
