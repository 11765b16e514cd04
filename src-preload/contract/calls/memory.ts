// Defines the calls that read and change the memories.
import { z } from 'zod'
import { EXCHANGE_FORMATS, memoryKindSchema, memorySchema, memorySummarySchema } from '../memory.ts'

/** Lines of one page of `list_memories`. */
export const MEMORY_PAGE_SIZE = 50

/** Most characters of a file that a window sends; a larger one is imported in the terminal. */
export const MAX_IMPORT_LENGTH = 1_000_000

const exchangeFormatSchema = z.enum(EXCHANGE_FORMATS)

const importedSchema = z.object({
  added: z.number().int(),
  merged: z.number().int(),
  /** Answers that were left out because they look like secrets. */
  left_out: z.number().int(),
})

const id = z.number().int().positive()
const oneMemory = z.strictObject({ id })

export const memoryCalls = {
  /** Lists memories: the best match first with `search`, else the newest. `total` counts all pages; `applications` are all known ones. */
  list_memories: {
    input: z.strictObject({
      search: z.string().trim().max(500).default(''),
      kind: memoryKindSchema.nullable().default(null),
      application: z.string().max(200).nullable().default(null),
      /** 0-based. */
      page: z.number().int().min(0).max(100_000).default(0),
      /** Lines of a page. */
      limit: z.number().int().min(1).max(1_000_000).default(MEMORY_PAGE_SIZE),
    }),
    output: z.object({
      memories: z.array(memorySummarySchema),
      total: z.number().int(),
      applications: z.array(z.string()),
    }),
  },
  read_memory: { input: oneMemory, output: memorySchema },
  edit_memory: {
    input: z.strictObject({
      id,
      title: z.string().trim().min(1).max(500).optional(),
      key: z.string().trim().min(1).max(5000).optional(),
      text: z.string().trim().min(1).max(100_000).optional(),
      tips: z.string().trim().max(20_000).optional(),
      applications: z.array(z.string().trim().min(1).max(200)).max(50).optional(),
    }),
    output: memorySchema,
  },
  /** Pins a memory: it does not sink, and no later memory replaces it. */
  pin_memory: { input: z.strictObject({ id, pinned: z.boolean() }), output: memorySchema },
  forget_memory: {
    input: z.strictObject({ ids: z.array(id).min(1).max(10_000) }),
    output: z.object({ forgotten: z.number().int() }),
  },
  /** Reads the documents of a folder for an application; replaces the memories of the same files. */
  learn_folder: {
    input: z.strictObject({ path: z.string().trim().min(1), application: z.string().trim().min(1).max(200) }),
    output: z.object({
      files: z.number().int(),
      /** Pieces that the files were cut into. */
      memories: z.number().int(),
      skipped: z.array(z.object({ file: z.string(), why: z.string() })),
      /** Learned files that are gone; their memories are forgotten. */
      gone: z.number().int(),
      /** Files of other kinds. */
      others: z.array(z.object({ ending: z.string(), files: z.number().int() })),
    }),
  },
  /** Learns a recorded run as demonstrations. */
  learn_run: {
    input: z.strictObject({ run: z.string().min(1).max(200) }),
    output: z.object({ demonstrations: z.number().int() }),
  },
  /** Learns a recording of Windows' Step Recorder (.zip, .mht or .xml). `request`: what it shows. */
  learn_recording: {
    input: z.strictObject({ path: z.string().trim().min(1), request: z.string() }),
    output: z.object({ title: z.string() }),
  },
  /** Imports the seeds' files by their absolute paths: all of them, or nothing. */
  import_memory_files: {
    input: z.strictObject({
      paths: z.array(z.string().min(1)).min(1).max(1_000),
      format: exchangeFormatSchema.nullable().default(null),
    }),
    output: z.object({ imported: z.array(importedSchema.extend({ file: z.string() })) }),
  },
  /** Imports one of the seeds' files, whose name tells its format: all of it, or nothing. */
  import_memories: {
    input: z.strictObject({
      name: z.string().trim().min(1).max(500),
      content: z.string().max(MAX_IMPORT_LENGTH),
    }),
    output: importedSchema,
  },
  /** Writes one of the seeds' files into a folder, under `name` or its usual one. An existing file is replaced only with `replace`. */
  export_memory_file: {
    input: z.strictObject({
      format: exchangeFormatSchema,
      folder: z.string().min(1),
      name: z.string().min(1).nullable().default(null),
      replace: z.boolean().default(false),
    }),
    output: z.object({ path: z.string(), memories: z.number().int() }),
  },
  export_memories: {
    input: z.strictObject({ format: exchangeFormatSchema }),
    output: z.object({ name: z.string(), type: z.string(), content: z.string() }),
  },
} as const
