// What Deskhand and its OCR program say to each other: a picture goes there, Tesseract's table comes back.
import { z } from 'zod'

export const OCR_METHOD = 'deskhand/ocr'

export const ocrRequestSchema = z.object({
  /** Base64 of a PNG. */
  data: z.string(),
  /** As Tesseract names them: `eng`, `chi_sim`. */
  languages: z.array(z.string().regex(/^\w+$/)).min(1),
})
export type OcrRequest = z.output<typeof ocrRequestSchema>

export const ocrAnswerSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('done'), tsv: z.string() }),
  z.object({ state: z.literal('failed'), why: z.string() }),
])
export type OcrAnswer = z.output<typeof ocrAnswerSchema>
