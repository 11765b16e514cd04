// Tells of runs that other programs carry out with the same data folder, for example a terminal beside the window.
import { watch } from 'node:fs'
import { join } from 'node:path'
import type { RunSummary } from '../../src-preload/contract/run-view.ts'
import { drop } from '../core/control-flow.ts'
import { makeFolder } from '../core/folder.ts'
import { isFolder } from '../core/stat.ts'
import { logsFolder } from '../recorder/run-folder.ts'

interface ForeignRunsOptions {
  home: string
  /** Lists all runs that are recorded. */
  runs: () => Promise<readonly RunSummary[]>
  /** Tells whether this program carries out the run, and reports it itself. */
  isOwn: (run: string) => boolean
  changed: (summary: RunSummary) => void
}

/** Milliseconds between two looks while something may change. */
const LOOK_MS = 500
/** Milliseconds that a new folder is waited for: it exists before its first event, and a busy machine is slow to start a desktop. */
const MAX_AWAITED_MS = 300_000
const ENDED: readonly RunSummary['status'][] = ['completed', 'failed', 'stopped', 'interrupted']

/** Watches the runs of other programs. Keeps no program alive; ignores a folder that can't be watched. */
export class ForeignRuns implements Disposable {
  readonly #options: ForeignRunsOptions
  readonly #told = new Map<string, string>()
  /** Whether no look has happened yet: runs that ended earlier are in every list already. */
  #first = true
  #end: () => void = () => {}
  #timer: NodeJS.Timeout | null = null
  /** Folders that are new and not listed yet → when they appeared. */
  readonly #awaited = new Map<string, number>()
  #ended = false

  constructor(options: ForeignRunsOptions) {
    this.#options = options
    const logs = logsFolder(options.home)
    try {
      makeFolder(logs)
      const watcher = watch(logs, { persistent: false }, (_event, name) => {
        if (name !== null && isFolder(join(logs, name)) && !this.#told.has(name))
          this.#awaited.set(name, Date.now())
        this.#plan()
      })
      watcher.on('error', () => watcher.close())
      this.#end = () => watcher.close()
    } catch {
      // Without the watch, a list shows all runs when it is opened again.
    }
    // Runs that are already under way are followed, too.
    this.#plan()
  }

  [Symbol.dispose](): void {
    this.#ended = true
    if (this.#timer) clearTimeout(this.#timer)
    this.#end()
  }

  #plan(): void {
    if (this.#ended || this.#timer) return
    this.#timer = setTimeout(() => {
      drop(
        this.#look().then((goesOn) => {
          this.#timer = null
          if (goesOn) this.#plan()
        }),
      )
    }, LOOK_MS).unref()
  }

  /** Looks at the runs, and tells whether one of them is still running, or begins. */
  async #look(): Promise<boolean> {
    // A folder that can't be read now is read with the next change.
    const runs = await this.#options.runs().catch(() => [])
    let goesOn = false
    for (const summary of runs) {
      this.#awaited.delete(summary.run)
      if (this.#options.isOwn(summary.run)) continue
      const before = this.#told.get(summary.run)
      const now = JSON.stringify(summary)
      this.#told.set(summary.run, now)
      const ended = ENDED.includes(summary.status)
      if (before !== now && !this.#ended && !(this.#first && ended)) this.#options.changed(summary)
      goesOn ||= !ended
    }
    this.#first = false
    for (const [run, since] of this.#awaited)
      if (Date.now() - since > MAX_AWAITED_MS || !isFolder(join(logsFolder(this.#options.home), run)))
        this.#awaited.delete(run)
    return goesOn || this.#awaited.size > 0
  }
}
