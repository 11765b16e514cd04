// Answers the calls that read and change the memories.
import { resolve } from 'node:path'
import type { memoryCalls } from '../../../src-preload/contract/calls/memory.ts'
import type { MemoryStore } from '../../memory/client.ts'
import { demonstrationsOf } from '../../memory/demonstrations/recorded-run.ts'
import { readStepRecording } from '../../memory/demonstrations/step-recorder.ts'
import {
  exportFile,
  exportText,
  importFiles,
  importTexts,
  type Imported,
} from '../../memory/exchange/exchange.ts'
import { FILE_NAMES, type Format } from '../../memory/exchange/formats.ts'
import { UserError } from '../../core/errors.ts'
import type { KeptRuns } from '../../engine/kept-runs.ts'
import { readRun } from '../../recorder/runs.ts'
import type { Handlers } from '../handler.ts'
import { typedPath } from '../typed-path.ts'
import { whileHere } from '../while-here.ts'

/** Milliseconds in which a folder must be learned. */
const LEARN_MS = 10 * 60_000

const MEDIA_TYPES: Record<Format, string> = {
  experience: 'application/yaml',
  narrative: 'application/json',
  episodic: 'application/json',
  question_answer: 'application/jsonl',
}

interface MemoryHandlersOptions {
  data: { memory: MemoryStore; env: Record<string, string>; runs: Pick<KeptRuns, 'find'> }
  /** Whether a caller may choose where a file is written; a window never may, because it gets downloads. */
  writesFiles: boolean
  /** Called when memories have changed. */
  changed: () => void
}

export function memoryHandlers({
  data: { memory, env, runs },
  writesFiles,
  changed,
}: MemoryHandlersOptions): Handlers<keyof typeof memoryCalls> {
  /** Reports a change even after a failure, which may have changed some memories. */
  const changing = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } finally {
      changed()
    }
  }
  return {
    list_memories: ({ page, ...wanted }) => memory.ask('list', { ...wanted, offset: page * wanted.limit }),
    read_memory: ({ id }) => memory.ask('get', { id }),
    edit_memory: ({ id, ...change }) => changing(memory.ask('edit', { id, change })),
    pin_memory: ({ id, pinned }) => changing(memory.ask('pin', { id, pinned })),
    forget_memory: async ({ ids }) => ({ forgotten: await changing(memory.ask('forget', { ids })) }),
    learn_folder: ({ path, application }, caller) =>
      whileHere(
        caller,
        async (run) => {
          const documents = { path: typedPath(path, env), application }
          // The module is loaded on demand, because it loads the readers of web pages and PDF files.
          const { learnDocuments } = await import('../../memory/documents/learn.ts')
          const learned = await changing(learnDocuments(memory, documents, run))
          return { ...learned, others: [...learned.others].map(([ending, files]) => ({ ending, files })) }
        },
        { timeoutMs: LEARN_MS, name: 'Learning' },
      ),
    learn_run: async ({ run }) => {
      const records = demonstrationsOf(await readRun(await runs.find(run)))
      return { demonstrations: (await changing(memory.ask('save', { records }))).length }
    },
    learn_recording: async ({ path, request }) => {
      const record = await readStepRecording(typedPath(path, env), request)
      await changing(memory.ask('save', { records: [record] }))
      return { title: record.title }
    },
    import_memory_files: async ({ paths, format }) => {
      const files = paths.map((path) => typedPath(path, env))
      const imported = await changing(importFiles(memory, files, format))
      return { imported: imported.map((one) => ({ file: one.file, ...countsOf(one) })) }
    },
    import_memories: async ({ name, content }) => {
      const [imported] = await changing(importTexts(memory, [{ name, text: content }], null))
      return countsOf(imported ?? { added: 0, merged: 0, leftOut: 0 })
    },
    export_memories: async ({ format }) => ({
      name: FILE_NAMES[format],
      type: MEDIA_TYPES[format],
      content: (await exportText(memory, format)).text,
    }),
    export_memory_file: async ({ format, folder, name, replace }) => {
      if (!writesFiles) throw new UserError('A window gets the file as a download.')
      const path = resolve(typedPath(folder, env), name ?? FILE_NAMES[format])
      return { path, memories: await exportFile(memory, format, path, { replace }) }
    },
  }
}

const countsOf = ({ added, merged, leftOut }: Pick<Imported, 'added' | 'merged' | 'leftOut'>) => ({
  added,
  merged,
  left_out: leftOut,
})
