// Handles the files of a task on a worker: its plan and the plan's file come with it; what was made goes back with its run.
import { hostname } from 'node:os'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TaskData, TaskRecord } from '../../../src-preload/contract/calls/batch.ts'
import { messageOf, UserError } from '../../core/errors.ts'
import { RunFolder } from '../../recorder/run-folder.ts'
import { filesOf, pack, unpack, writeFiles, type Files } from './bundle.ts'
import type { SharedFolder } from './shared-folder.ts'

interface TaskFilesOptions {
  data: TaskData
  /** The folder of the files on this machine. */
  folder: string
  /** DESKHAND_HOME. */
  home: string
  /** Most MiB that may be sent. */
  limit: number
}

/** The outcome of a task, with the files that go back. */
interface PackedTask {
  record: TaskRecord
  bundle: Uint8Array
}

export class TaskFiles {
  /** Path of its plan on this machine. */
  readonly plan: string
  readonly #options: TaskFilesOptions
  readonly #given: Files

  private constructor(options: TaskFilesOptions, plan: string, given: Files) {
    this.#options = options
    this.plan = plan
    this.#given = given
  }

  /** Opens the files; `bundle` came with the task. Removes the files of an earlier attempt. Throws UserError where files are missing. */
  static async open(
    options: TaskFilesOptions,
    bundle: Uint8Array | null,
    shared: SharedFolder | null,
  ): Promise<TaskFiles> {
    const { data, folder, limit } = options
    if (data.shared !== null) {
      if (!shared)
        throw new UserError('The files of this batch are in a shared folder: give this worker --shared DIR.')
      return new TaskFiles(options, await shared.pathOf(data.shared), new Map())
    }
    if (!bundle) throw new UserError('The files of this task are not on the queue any more.')
    const given = await unpack(bundle, limit)
    await rm(folder, { recursive: true, force: true })
    await mkdir(join(folder, 'files'), { recursive: true, mode: 0o700 })
    await writeFiles(given, 'tasks', join(folder, 'tasks'))
    await writeFiles(given, 'files', join(folder, 'files'))
    return new TaskFiles(options, join(folder, 'tasks', `${data.task}.json`), given)
  }

  /** Packs the files for the way back. Files that are too large stay here, and the record says where a person can fetch them. */
  async packBack(record: TaskRecord): Promise<PackedTask> {
    const { folder, limit, home } = this.#options
    const run = await RunFolder.find(home, record.run ?? '')
    const back = await packWithin(limit, await this.#changed(), await filesOf(run.path, 'run'))
    const { bundle, fault, isWhole } = back
    if (fault !== null) {
      const error = `${fault} They are in ${folder} of “${hostname()}”.`
      return { record: { ...record, state: 'interrupted', error }, bundle }
    }
    await rm(folder, { recursive: true, force: true })
    if (isWhole) return { record, bundle }
    const note = `The files of its run are too large to travel: the others are in ${run.path} of “${hostname()}”.`
    return { record: { ...record, note }, bundle }
  }

  async #changed(): Promise<Files> {
    const { data, folder } = this.#options
    if (data.shared !== null) return new Map()
    const now = await filesOf(join(folder, 'files'), 'files')
    const isNew = ([name, content]: [string, Uint8Array]) => {
      const old = this.#given.get(name)
      return old === undefined || Buffer.compare(old, content) !== 0
    }
    return new Map([...now].filter(isNew))
  }
}

/** Packs without the run’s folder if that would be too large. Sets `fault` if the files themselves are too large. */
async function packWithin(
  limit: number,
  files: Files,
  runs: Files,
): Promise<{ bundle: Uint8Array; fault: string | null; isWhole: boolean }> {
  const journal = [...runs].filter(([name]) => name === 'run/events.jsonl')
  for (const some of [runs, journal, []]) {
    const bundle = await pack(new Map([...files, ...some]), limit, 'It').catch(() => null)
    if (bundle) return { bundle, fault: null, isWhole: some === runs }
  }
  const fault = await pack(files, limit, 'What it has made').then(() => '', messageOf)
  return { bundle: await pack(new Map(), limit, ''), fault, isWhole: false }
}
