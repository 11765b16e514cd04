// Defines what Deskhand asks its memory program: the table of calls.
import { z } from 'zod'
import { memoryKindSchema, memorySchema, memorySummarySchema } from '../../src-preload/contract/memory.ts'
import type { CallInput, CallName, CallOutput, ParsedCallInput } from '../core/call-table.ts'
import { newMemorySchema, vectorSchema } from './record.ts'

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

export type MemoryCall = CallName<typeof MEMORY_CALLS>
export type MemoryInput<C extends MemoryCall> = CallInput<typeof MEMORY_CALLS, C>
export type ParsedMemoryInput<C extends MemoryCall> = ParsedCallInput<typeof MEMORY_CALLS, C>
export type MemoryOutput<C extends MemoryCall> = CallOutput<typeof MEMORY_CALLS, C>
