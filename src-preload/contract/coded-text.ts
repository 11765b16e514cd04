// A text of the program as a code with parameters, which each shell says in its own words and language.
import { z } from 'zod'

export const codedTextSchema = z.object({ code: z.string(), parameters: z.record(z.string(), z.string()) })
export type CodedText = z.infer<typeof codedTextSchema>
