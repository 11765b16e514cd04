// What Deskhand and its memory program say to each other: requests with the schema of their answer.
import { z } from 'zod'
import { memoryKindSchema, memorySchema, memorySummarySchema } from '../../src-preload/contract/memory.ts'
import { newMemorySchema, vectorSchema } from './record.ts'

export const MEMORY_METHOD = 'deskhand/memory'

const id = z.number().int()
const ids = z.array(id)
const nothing = z.null()
const saved = z.array(z.object({ id, merged: z.boolean() }))

export const MEMORY_CALLS = {
  save: {
    input: z.object({
      records: z.array(newMemorySchema),
      vectors: z.array(vectorSchema.nullable()).default([]),
    }),
    output: saved,
  },
  replaceDocuments: {
    input: z.object({
      files: z.array(z.string()),
      application: z.string(),
      records: z.array(newMemorySchema),
    }),
    output: saved,
  },
  documentFiles: { input: z.object({ application: z.string() }), output: z.array(z.string()) },
  search: {
    input: z.object({
      text: z.string(),
      vector: vectorSchema.nullable().default(null),
      kinds: z.array(memoryKindSchema).nullable().default(null),
      applications: z.array(z.string()).nullable().default(null),
      limit: z.number().int().min(1).max(100),
      relevant: z.boolean().default(false),
    }),
    output: z.array(z.object({ memory: memorySchema, score: z.number() })),
  },
  list: {
    input: z.object({
      search: z.string(),
      kind: memoryKindSchema.nullable(),
      application: z.string().nullable(),
      offset: z.number().int(),
      limit: z.number().int(),
    }),
    output: z.object({
      memories: z.array(memorySummarySchema),
      total: z.number(),
      applications: z.array(z.string()),
    }),
  },
  page: {
    input: z.object({ kinds: z.array(memoryKindSchema).min(1), after: id, limit: z.number().int() }),
    output: z.array(memorySchema),
  },
  get: { input: z.object({ id }), output: memorySchema },
  edit: {
    input: z.object({
      id,
      change: z.object({
        title: z.string().optional(),
        key: z.string().optional(),
        text: z.string().optional(),
        tips: z.string().optional(),
        applications: z.array(z.string()).optional(),
      }),
    }),
    output: memorySchema,
  },
  pin: { input: z.object({ id, pinned: z.boolean() }), output: memorySchema },
  forget: { input: z.object({ ids }), output: z.number() },
  used: { input: z.object({ ids }), output: nothing },
  followed: { input: z.object({ ids, outcome: z.enum(['helped', 'failed']) }), output: nothing },
  withoutVector: {
    input: z.object({ model: z.string(), limit: z.number().int() }),
    output: z.array(memorySchema),
  },
  setVectors: {
    input: z.object({ items: z.array(z.object({ id, vector: vectorSchema })) }),
    output: nothing,
  },
} as const

export type MemoryCall = keyof typeof MEMORY_CALLS
export type MemoryInput<C extends MemoryCall> = z.input<(typeof MEMORY_CALLS)[C]['input']>
export type ParsedMemoryInput<C extends MemoryCall> = z.output<(typeof MEMORY_CALLS)[C]['input']>
export type MemoryOutput<C extends MemoryCall> = z.output<(typeof MEMORY_CALLS)[C]['output']>

export const memoryRequestSchema = z.object({ call: z.string(), input: z.unknown() })

export const memoryAnswerSchema = z.discriminatedUnion('state', [
  /** `notice`: a broken store was put aside. */
  z.object({ state: z.literal('done'), output: z.unknown(), notice: z.string().nullable() }),
  /** `user`: somebody can mend it, the message says how. */
  z.object({ state: z.literal('failed'), why: z.string(), user: z.boolean() }),
])
export type MemoryAnswer = z.infer<typeof memoryAnswerSchema>
