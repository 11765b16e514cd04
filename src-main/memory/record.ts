// Defines a record of the store before it has an id, and says how much of a prompt a memory takes.
import { z } from 'zod'
import {
  memoryKindSchema,
  memoryOutcomeSchema,
  memorySourceSchema,
  type Memory,
} from '../../src-preload/contract/memory.ts'

export const newMemorySchema = z.object({
  kind: memoryKindSchema,
  outcome: memoryOutcomeSchema.default('worked'),
  applications: z.array(z.string()).default([]),
  title: z.string().min(1),
  key: z.string().min(1),
  text: z.string(),
  tips: z.string().default(''),
  source: memorySourceSchema.default({ run: null, step: null, file: null }),
  data: z.record(z.string(), z.unknown()).default({}),
})
export type NewMemory = z.input<typeof newMemorySchema>

/** A vector of the model that made it: vectors of two models, or of two lengths, are never compared. */
export const vectorSchema = z.object({
  model: z.string().min(1),
  values: z.array(z.number()).min(1).max(8192),
})
export type Vector = z.infer<typeof vectorSchema>

/** The average characters per token in alphabetic scripts; a character for a word or syllable is a token by itself. */
const CHARACTERS_PER_TOKEN = 3.3
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

export function tokensOf(text: string): number {
  const dense = text.match(DENSE)?.length ?? 0
  return dense + Math.ceil((text.length - dense) / CHARACTERS_PER_TOKEN)
}

/** Returns the beginning of a text that takes this many tokens, marked as cut. */
export function cutToTokens(text: string, tokens: number): string {
  if (tokensOf(text) <= tokens) return text
  const characters = Array.from(text)
  let [fits, tooMany] = [0, characters.length]
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    if (tokensOf(`${characters.slice(0, middle).join('')}…`) <= tokens) fits = middle
    else tooMany = middle
  }
  return `${characters.slice(0, fits).join('')}…`
}

/** Returns the text of a memory for a prompt; its key is only for finding it. */
export const toldText = ({ title, text, tips }: Pick<Memory, 'title' | 'text' | 'tips'>): string =>
  [title, text, tips].filter((part) => part !== '').join('\n')

/** Returns the text of a record that is embedded. */
export const wholeText = ({ key, text, tips }: Pick<Memory, 'key' | 'text' | 'tips'>): string =>
  [key, text, tips].filter((part) => part !== '').join('\n')
