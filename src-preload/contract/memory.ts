// What Deskhand has learned, as it crosses borders: the store's records and the shorter form that runs and lists tell.
import { z } from 'zod'
import { MEMORY_KINDS } from './memory-kinds.ts'

export * from './memory-kinds.ts'

export const memoryKindSchema = z.enum(MEMORY_KINDS)
export type MemoryKind = z.infer<typeof memoryKindSchema>

/** Failures teach, too: they are kept as what did not work. */
export const memoryOutcomeSchema = z.enum(['worked', 'did_not_work'])
export type MemoryOutcome = z.infer<typeof memoryOutcomeSchema>

export const memorySourceSchema = z.object({
  run: z.string().nullable().default(null),
  step: z.number().int().nullable().default(null),
  file: z.string().nullable().default(null),
})

/** What a run was reminded of: enough to say which memory it was, and how it has fared. */
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
  /** Times that a run was given it. */
  used: z.number().int(),
  last_used: z.number().nullable(),
})
export type MemorySummary = z.infer<typeof memorySummarySchema>

export const memorySchema = memorySummarySchema.extend({
  /** What it is found by: the subtask, the question, the heading. */
  key: z.string(),
  text: z.string(),
  tips: z.string(),
  source: memorySourceSchema,
  /** A person has changed it: nothing that is saved later changes it again. */
  edited: z.boolean(),
  /** What a seed's file had beside all this, to be written back. */
  data: z.record(z.string(), z.unknown()),
})
export type Memory = z.infer<typeof memorySchema>
