// Keeps requests that wait for their turn in the run folder (`state/queue.json`), so that a crash does not lose them.
import { join } from 'node:path'
import { z } from 'zod'
import { writeFileAtomically } from '../core/atomic-file.ts'
import { makeFolder } from '../core/folder.ts'
import { readPlainFile, refuseLinks } from './plain-file.ts'
import type { RunFolder } from './run-folder.ts'

const queueSchema = z.array(z.string())

export class RequestQueue {
  readonly path: string
  readonly #folder: Pick<RunFolder, 'path' | 'statePath'>
  #wanted: readonly string[] | null = null
  #writing: Promise<void> | null = null

  constructor(folder: Pick<RunFolder, 'path' | 'statePath'>) {
    this.#folder = folder
    this.path = join(folder.statePath, 'queue.json')
  }

  /** Reads the requests; empty where none were stored, or where the file can't be read. */
  async read(): Promise<string[]> {
    try {
      await refuseLinks(this.#folder.path, this.path)
      return queueSchema.parse(JSON.parse((await readPlainFile(this.path)).toString()))
    } catch {
      return []
    }
  }

  /** Replaces the stored requests. Of several calls during one write, the last one counts. */
  keep(requests: readonly string[]): Promise<void> {
    this.#wanted = [...requests]
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null
    })
    return this.#writing
  }

  async #write(): Promise<void> {
    for (let wanted = this.#wanted; wanted; wanted = this.#wanted) {
      this.#wanted = null
      await refuseLinks(this.#folder.path, this.path)
      makeFolder(this.#folder.statePath)
      await writeFileAtomically(this.path, `${JSON.stringify(wanted)}\n`, 0o600)
    }
  }
}
