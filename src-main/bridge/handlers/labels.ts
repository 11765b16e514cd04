// Answers the calls about how a person has named and pinned runs: one file of the data folder.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { labelsSchema, type RunLabels } from '../../../src-preload/contract/calls/history.ts'
import { writeFileAtomically } from '../../core/atomic-file.ts'
import type { Handlers } from '../handler.ts'

interface LabelHandlersOptions {
  home: string
  /** A run was named, pinned, or neither any more. */
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
      // None was given yet, or the file was broken by hand: names are no more than names.
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
      // One after the other: each reads what the one before has written.
      const written = last.then(write, write)
      last = written.catch(() => {})
      return written
    },
  }
}
