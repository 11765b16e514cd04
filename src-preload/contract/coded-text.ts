// A text of the program as a code with parameters, which each shell says in its own words and language.
import { z } from 'zod'

export const codedTextSchema = z.object({ code: z.string(), parameters: z.record(z.string(), z.string()) })
export type CodedText = z.infer<typeof codedTextSchema>

/** Gives a code's words in English. */
export type Words = (parameters: Readonly<Record<string, string | undefined>>) => string

/** Puts a text into English by its table; an unknown code, of another version, gives nothing. */
export const wordsBy = (table: Readonly<Record<string, Words>>, { code, parameters }: CodedText): string =>
  Object.hasOwn(table, code) ? (table[code]?.(parameters) ?? '') : ''
