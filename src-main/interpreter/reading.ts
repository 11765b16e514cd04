// What readers of clauses share: what they take in, and what they give.
import { isValue } from './bare-texts.ts'
import type { Clause } from './clauses.ts'

/** A reader returns a clause, or a hint (perhaps empty) why there is none. */
export type Read = Clause extends infer C ? (C extends Clause ? Omit<C, 'words'> : never) : never
export type Reader = (match: RegExpExecArray, words: Words) => Read | string | typeof NOT_THIS

export interface Words {
  /** Text without its quotes. */
  plain: (text: string | undefined) => string
  /** A phrase for a control; quoted text stays quoted. */
  phrase: (text: string | undefined) => string
  quoted: (text: string | undefined) => boolean
}

/** The hint for a text that may be a description of one. */
export const QUOTES = ' Put the text into quotes.'

/** What a reader gives where the words are those of another one. */
export const NOT_THIS = Symbol('not this')

/** Tells whether a text is in quotes, or can only be meant letter by letter. */
export const givesValue = (text: string | undefined, { quoted }: Words): boolean =>
  quoted(text) || isValue(text ?? '')
