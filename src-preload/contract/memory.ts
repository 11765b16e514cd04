// Defines memories as they cross borders: the records of the store, and the shorter form in runs and lists.
import { z } from 'zod'
import { MEMORY_KINDS } from './memory-kinds.ts'

export * from './memory-kinds.ts'

export const memoryKindSchema = z.enum(MEMORY_KINDS)
export type MemoryKind = z.infer<typeof memoryKindSchema>

/** The outcome of a memory: failures are kept, too, as what did not work. */
export const memoryOutcomeSchema = z.enum(['worked', 'did_not_work'])
export type MemoryOutcome = z.infer<typeof memoryOutcomeSchema>

export const memorySourceSchema = z.object({
  run: z.string().nullable().default(null),
  step: z.number().int().nullable().default(null),
  file: z.string().nullable().default(null),
})

/** A memory that a run was given: which memory it was, and how often it has helped or failed. */
export const rememberedSchema = z.object({
  id: z.number().int(),
  kind: memoryKindSchema,
  title: z.string(),
  helped: z.number().int(),
  failed: z.number().int(),
})
export type Remembered = z.infer<typeof rememberedSchema>

export const memorySummarySchema = rememberedSchema.extend({
  outcome: memoryOutcomeSchema,
  /** Names of processes or applications; empty where it holds for all. */
  applications: z.array(z.string()),
  pinned: z.boolean(),
  /** Milliseconds since 1970. */
  made: z.number(),
  /** How often a run was given it. */
  used: z.number().int(),
  last_used: z.number().nullable(),
})
export type MemorySummary = z.infer<typeof memorySummarySchema>

export const memorySchema = memorySummarySchema.extend({
  /** The text by which it is found: the subtask, the question, the heading. */
  key: z.string(),
  text: z.string(),
  tips: z.string(),
  source: memorySourceSchema,
  /** Whether a person has changed it, so that no later memory overwrites it. */
  edited: z.boolean(),
  /** Further data of a seed's file, which is written back. */
  data: z.record(z.string(), z.unknown()),
})
export type Memory = z.infer<typeof memorySchema>
