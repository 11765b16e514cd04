// Answers the calls that read and change what was learned.
import { MEMORY_PAGE, type memoryCalls } from '../../../src-preload/contract/calls/memory.ts'
import { RunControl } from '../../core/run-control.ts'
import type { MemoryStore } from '../../memory/client.ts'
import { learnDocuments } from '../../memory/documents/learn.ts'
import { exportText, importTexts } from '../../memory/exchange/exchange.ts'
import { FILE_NAMES, type Format } from '../../memory/exchange/formats.ts'
import type { Handlers } from '../handler.ts'
import { typedPath } from '../typed-path.ts'

/** Milliseconds in which a folder has to be learned. */
const LEARN_MS = 10 * 60_000

const MEDIA_TYPES: Record<Format, string> = {
  experience: 'application/yaml',
  narrative: 'application/json',
  episodic: 'application/json',
  question_answer: 'application/jsonl',
}

interface MemoryHandlersOptions {
  engine: { memory: MemoryStore; env: Record<string, string> }
  /** What was learned is not what it was. */
  changed: () => void
}

export function memoryHandlers({
  engine,
  changed,
}: MemoryHandlersOptions): Handlers<keyof typeof memoryCalls> {
  const { memory } = engine
  /** Also what has failed may have changed some of it. */
  const changing = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } finally {
      changed()
    }
  }
  return {
    list_memories: ({ page, ...wanted }) =>
      memory.ask('list', { ...wanted, offset: page * MEMORY_PAGE, limit: MEMORY_PAGE }),
    read_memory: ({ id }) => memory.ask('get', { id }),
    edit_memory: ({ id, ...change }) => changing(memory.ask('edit', { id, change })),
    pin_memory: ({ id, pinned }) => changing(memory.ask('pin', { id, pinned })),
    forget_memory: async ({ ids }) => ({ forgotten: await changing(memory.ask('forget', { ids })) }),
    learn_folder: async ({ path, application }) => {
      using run = new RunControl({ timeoutMs: LEARN_MS, name: 'Learning' })
      const documents = { path: typedPath(path, engine.env, 'path'), application }
      const learned = await changing(learnDocuments(memory, documents, run))
      return { ...learned, others: [...learned.others].map(([ending, files]) => ({ ending, files })) }
    },
    import_memories: async ({ name, content, format }) => {
      const [imported] = await changing(importTexts(memory, [{ name, text: content }], format))
      const { added = 0, merged = 0, leftOut = 0 } = imported ?? {}
      return { added, merged, left_out: leftOut }
    },
    export_memories: async ({ format }) => ({
      name: FILE_NAMES[format],
      type: MEDIA_TYPES[format],
      content: (await exportText(memory, format)).text,
    }),
  }
}
