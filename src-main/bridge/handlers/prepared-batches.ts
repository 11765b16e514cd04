// Answers the calls about batches that a window prepares.
import { rm } from 'node:fs/promises'
import type {
  PreparedBatch,
  preparedBatchCalls,
} from '../../../src-preload/contract/calls/prepared-batches.ts'
import { batchFolder, listBatches, prepareBatch, type KeptBatch } from '../../batch/prepared.ts'
import { UserError } from '../../core/errors.ts'
import type { Handlers } from '../handler.ts'
import { typedPath } from '../typed-path.ts'
import type { BegunBatches } from './batch.ts'

interface PreparedBatchHandlersOptions {
  home: string
  env: Record<string, string>
  begun: BegunBatches
}

export function preparedBatchHandlers({
  home,
  env,
  begun,
}: PreparedBatchHandlersOptions): Handlers<keyof typeof preparedBatchCalls> {
  const shown = (kept: KeptBatch): PreparedBatch => {
    const last = begun.last(kept.folder)
    return { ...kept, batch: last?.batch ?? null, going: last?.going ?? false }
  }
  return {
    prepare_batch: async ({ name, work, items }) => {
      const placed =
        items.kind === 'files'
          ? { ...items, paths: items.paths.map((path) => typedPath(path, env, 'items')) }
          : items
      return shown(await prepareBatch(home, { name, work, items: placed }))
    },
    list_batches: async () => ({ batches: (await listBatches(home)).map(shown) }),
    delete_batch: async ({ name }) => {
      const folder = batchFolder(home, name)
      if (begun.last(folder)?.going) throw new UserError('This batch goes on. Stop it before you delete it.')
      await rm(folder, { recursive: true, force: true })
      return {}
    },
  }
}
