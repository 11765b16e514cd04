// Asks the role `text_span`: a model chooses, from a table of the words on the screen, the word that begins or ends a phrase.
import { z } from 'zod'
import type { Picture } from '../../core/desktop.ts'
import { ModelError } from '../../core/errors.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { Model } from '../../models/model.ts'
import type { Wanted } from '../worker/agent-api.ts'
import { linesOf } from '../../ocr/phrases.ts'
import type { ScreenWord } from '../../ocr/ocr.ts'

/** The most words of one table; more are cut from its end. */
const MAX_WORDS = 1500

/** Which word the question is about. */
export const ALIGNMENT = {
  'first word': 'The id of the FIRST word of the phrase is wanted.',
  'last word': 'The id of the LAST word of the phrase is wanted.',
  element: 'The id of a word of the label is wanted.',
}

/** Writes the table in the form of the seed's generation. It contains every word, also digits and words of every script. */
export function textTable(words: readonly Pick<ScreenWord, 'text'>[]): string {
  return [
    'Text Table:',
    'Word id\tText',
    ...words.map(({ text }, id) => `${id}\t${text.replaceAll(/\s/g, ' ')}`),
  ].join('\n')
}

/** Reads the last whole number of a reply, which is where a model gives its answer; null for none, never 0 instead. */
export function parseWordId(reply: string, count: number): number | null {
  const last = [...reply.matchAll(/(?<![\d.-])\d+(?![.,]?\d)/g)].at(-1)?.[0]
  const id = last === undefined ? count : Number(last)
  return id < count ? id : null
}

/** Null where no model is set up, or the model names no word. */
export async function chooseWord(
  model: Model,
  { description, by }: Wanted,
  words: readonly ScreenWord[],
  picture: Picture,
  run: RunControl,
): Promise<ScreenWord | null> {
  if (model.nameOf('text_span') === 'offline') return null
  const listed = linesOf(words).flat().slice(0, MAX_WORDS)
  const said = `${ALIGNMENT[by]}\nPhrase: ${description}\n${textTable(listed)}`
  const pictures = model.wantsPictures('text_span') ? [{ label: 'clean', picture }] : []
  const schema = z
    .string()
    .refine(
      (text) => isNone(text) || parseWordId(text, listed.length) !== null,
      'End with the id of one word of the table, or with none.',
    )
  try {
    const input = { kind: 'tool' as const, str_input: said, pictures, tools: [] }
    const { reply } = await model.ask({ role: 'text_span', input, schema }, run)
    return isNone(reply) ? null : (listed[parseWordId(reply, listed.length) ?? listed.length] ?? null)
  } catch (error) {
    if (error instanceof ModelError) return null
    throw error
  }
}

const isNone = (reply: string): boolean => /\bnone\W*$/i.test(reply)
