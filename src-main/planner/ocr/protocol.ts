// Defines what Deskhand asks its OCR program: it sends a picture, and gets Tesseract's table back.
import { z } from 'zod'

export const OCR_CALLS = {
  read: {
    input: z.object({
      /** Base64 of a PNG. */
      data: z.string(),
      /** As Tesseract names them: `eng`, `chi_sim`. */
      languages: z.array(z.string().regex(/^\w+$/)).min(1),
    }),
    output: z.string(),
  },
} as const
export type OcrRequest = z.output<typeof OCR_CALLS.read.input>
