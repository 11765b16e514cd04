// A record of the store before it has an id, and how much of a prompt a memory takes.
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

/** Characters of one token, about, for every script together. */
const CHARACTERS_PER_TOKEN = 3.3

export const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN)

/** What is embedded of a record, and what a prompt tells of it. */
export const wholeText = ({ key, text, tips }: Pick<Memory, 'key' | 'text' | 'tips'>): string =>
  [key, text, tips].filter((part) => part !== '').join('\n')
