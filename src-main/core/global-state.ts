// Implements the seeds' GlobalState: what a run shares with the outside through files in `<run folder>/state/`. The pause and
// terminate buttons, and `deskhand pause|resume|stop` in another terminal, work by writing two of them.
import { watch, type FSWatcher } from 'node:fs'
import { access, copyFile, link, mkdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { withFileLock, writeFileAtomically } from './atomic-file.ts'
import { makeFolder } from './folder.ts'

export const terminationFlagSchema = z.enum(['terminated', 'not_terminated'])
export type TerminationFlag = z.infer<typeof terminationFlagSchema>
export const runningStateSchema = z.enum(['running', 'stopped'])
export type RunningState = z.infer<typeof runningStateSchema>

/** A subtask, as the seeds' Node has it. */
export const nodeSchema = z.object({ name: z.string(), info: z.string() })
export type Node = z.infer<typeof nodeSchema>

const instruction = z.object({ instruction: z.string() })
const query = z.object({ query: z.string() })
const nodes = z.array(nodeSchema)

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

type SubtaskFile = 'failed_subtasks' | 'completed_subtasks' | 'remaining_subtasks'

/**
 * Keeps values in files: writes them as a whole, and reads a default where a file is missing or broken (a broken one stays until the next
 * write). Safe against other processes that write the same files.
 */
export class GlobalState {
  readonly folder: string
  readonly screenshotDir: string
  readonly tuPath: string
  readonly searchQueryPath: string
  readonly failedSubtasksPath: string
  readonly completedSubtasksPath: string
  readonly remainingSubtasksPath: string
  readonly terminationFlagPath: string
  readonly runningStatePath: string
  #lastScreenshot = 0

  private constructor(folder: string) {
    this.folder = folder
    this.screenshotDir = join(folder, 'screenshots')
    this.tuPath = join(folder, 'tu.json')
    this.searchQueryPath = join(folder, 'search_query.json')
    this.failedSubtasksPath = join(folder, 'failed_subtasks.json')
    this.completedSubtasksPath = join(folder, 'completed_subtasks.json')
    this.remainingSubtasksPath = join(folder, 'remaining_subtasks.json')
    this.terminationFlagPath = join(folder, 'termination_flag.json')
    this.runningStatePath = join(folder, 'running_state.json')
  }

  /** Opens `folder`, which is `<run folder>/state`, and makes it where it does not exist. */
  static async open(folder: string): Promise<GlobalState> {
    const state = new GlobalState(folder)
    await mkdir(state.screenshotDir, { recursive: true })
    return state
  }

  /** Saves a PNG under the time in milliseconds and returns its path. */
  async setScreenshot(png: Uint8Array): Promise<string> {
    const path = this.#nextScreenshot()
    await writeFileAtomically(path, png)
    return path
  }

  /** Does the same with an existing PNG; the two are one file where the file system supports it. */
  async setScreenshotFile(png: string): Promise<string> {
    const path = this.#nextScreenshot()
    await link(png, path).catch(() => copyFile(png, path))
    return path
  }

  #nextScreenshot(): string {
    // Somebody may have deleted the folder meanwhile.
    makeFolder(this.screenshotDir)
    this.#lastScreenshot = Math.max(Date.now(), this.#lastScreenshot + 1)
    return join(this.screenshotDir, `${this.#lastScreenshot}.png`)
  }

  /** Makes each missing file, with the value that its absence means. */
  async writeMissing(): Promise<void> {
    const missing: [path: string, value: unknown][] = [
      [this.tuPath, { instruction: '' }],
      [this.searchQueryPath, { query: '' }],
      [this.failedSubtasksPath, []],
      [this.completedSubtasksPath, []],
      [this.remainingSubtasksPath, []],
      [this.terminationFlagPath, 'not_terminated'],
    ]
    await Promise.all(missing.map(([path, value]) => this.#writeNew(path, value)))
  }

  /** Keeps a value that somebody has written meanwhile. */
  #writeNew(path: string, value: unknown): Promise<void> {
    return withFileLock(path, async () => {
      const isThere = await access(path).then(
        () => true,
        () => false,
      )
      if (!isThere) await writeFileAtomically(path, json(value))
    })
  }

  async getTu(): Promise<string> {
    return (await this.#read(this.tuPath, instruction, { instruction: '' })).instruction
  }
  setTu(text: string): Promise<void> {
    return this.#write(this.tuPath, { instruction: text })
  }

  async getSearchQuery(): Promise<string> {
    return (await this.#read(this.searchQueryPath, query, { query: '' })).query
  }
  setSearchQuery(text: string): Promise<void> {
    return this.#write(this.searchQueryPath, { query: text })
  }

  getFailedSubtasks(): Promise<Node[]> {
    return this.#read(this.failedSubtasksPath, nodes, [])
  }
  setFailedSubtasks(list: Node[]): Promise<void> {
    return this.#write(this.failedSubtasksPath, list)
  }
  addFailedSubtask(node: Node): Promise<void> {
    return this.#add('failed_subtasks', node)
  }

  getCompletedSubtasks(): Promise<Node[]> {
    return this.#read(this.completedSubtasksPath, nodes, [])
  }
  setCompletedSubtasks(list: Node[]): Promise<void> {
    return this.#write(this.completedSubtasksPath, list)
  }
  addCompletedSubtask(node: Node): Promise<void> {
    return this.#add('completed_subtasks', node)
  }

  getRemainingSubtasks(): Promise<Node[]> {
    return this.#read(this.remainingSubtasksPath, nodes, [])
  }
  setRemainingSubtasks(list: Node[]): Promise<void> {
    return this.#write(this.remainingSubtasksPath, list)
  }

  getTerminationFlag(): Promise<TerminationFlag> {
    return this.#read(this.terminationFlagPath, terminationFlagSchema, 'not_terminated')
  }
  setTerminationFlag(flag: TerminationFlag): Promise<void> {
    return this.#write(this.terminationFlagPath, terminationFlagSchema.parse(flag))
  }

  /** Takes in `missing` the value of a missing or broken file. */
  getRunningState(missing: RunningState = 'stopped'): Promise<RunningState> {
    return this.#read(this.runningStatePath, runningStateSchema, missing)
  }
  setRunningState(state: RunningState): Promise<void> {
    return this.#write(this.runningStatePath, runningStateSchema.parse(state))
  }

  /** Calls back soon after a brake has changed: on a notice of the file system, and by looking every 100 ms as well. */
  watchBrake(onChange: () => void): Disposable {
    // A change of another file causes several notices: for its lock, for the new file, for its name.
    const brakes = new Set([basename(this.terminationFlagPath), basename(this.runningStatePath)])
    let watcher: FSWatcher | null = null
    try {
      watcher = watch(this.folder, { persistent: false }, (_, name) => {
        if (name === null || brakes.has(name)) onChange()
      })
      watcher.on('error', () => {})
    } catch {
      // If the system has no inotify watch left, or the file system has none, looking every 100 ms is enough.
    }
    const timer = setInterval(onChange, 100)
    timer.unref()
    return {
      [Symbol.dispose]: () => {
        watcher?.close()
        clearInterval(timer)
      },
    }
  }

  async #read<T>(path: string, schema: z.ZodType<T>, fallback: T): Promise<T> {
    try {
      return schema.parse(JSON.parse(await readFile(path, 'utf8')))
    } catch {
      return fallback
    }
  }

  #write(path: string, value: unknown): Promise<void> {
    return withFileLock(path, () => writeFileAtomically(path, json(value)))
  }

  #add(name: SubtaskFile, node: Node): Promise<void> {
    const path = join(this.folder, `${name}.json`)
    return withFileLock(path, async () => {
      const list = await this.#read(path, nodes, [])
      await writeFileAtomically(path, json([...list, nodeSchema.parse(node)]))
    })
  }
}
