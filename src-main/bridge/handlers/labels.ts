// Answers the calls about the names and pins that a person has given to runs: they are in one file of the data folder.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { labelsSchema, type RunLabels } from '../../../src-preload/contract/calls/history.ts'
import { writeFileAtomically } from '../../core/atomic-file.ts'
import type { Handlers } from '../handler.ts'

interface LabelHandlersOptions {
  home: string
  /** Called when a run's name or pin has changed. */
  changed: () => void
}

export function labelHandlers({
  home,
  changed,
}: LabelHandlersOptions): Handlers<'list_labels' | 'label_run'> {
  const path = join(home, 'labels.json')
  const read = async (): Promise<RunLabels> => {
    try {
      return labelsSchema.parse(JSON.parse(await readFile(path, 'utf8')))
    } catch {
      // The file is missing, or somebody has broken it by hand; names are not worth an error.
      return {}
    }
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    list_labels: async () => ({ labels: await read() }),
    label_run: ({ run, title, pinned }) => {
      const write = async () => {
        const { [run]: _before, ...others } = await read()
        const plain = title === null && !pinned
        const labels = plain ? others : { ...others, [run]: { title, pinned } }
        await writeFileAtomically(path, `${JSON.stringify(labels, null, 2)}\n`, 0o600)
        changed()
        return {}
      }
      // Changes come one after the other, because each reads what the last one has written.
      const written = last.then(write, write)
      last = written.catch(() => {})
      return written
    },
  }
}
