// Defines what Deskhand asks its OCR program: it sends a picture, and gets the words back.
import { z } from 'zod'
import { ocrWordSchema } from './words.ts'

export const OCR_CALLS = {
  read: {
    /** Base64 of a PNG. */
    input: z.object({ data: z.string() }),
    output: z.array(ocrWordSchema),
  },
} as const
