// Watches config.yaml and tells of every change: by a window, the terminal, or an editor.
import { readFileSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { drop } from '../core/control-flow.ts'
import { makeFolder } from '../core/folder.ts'
import { configPath } from './config.ts'

/** Milliseconds without a change after which a change counts as complete, because editors write in several steps. */
const QUIET_MS = 40
/** Milliseconds between two looks where the system has no watches left. */
const LOOK_MS = 2000

/** Watches the folder, not the file, because replacing a file ends its watch. */
export class ConfigWatch implements Disposable {
  readonly #file: string
  readonly #changed: () => Promise<void> | void
  readonly #end: () => void
  #known: string | null
  #timer: NodeJS.Timeout | null = null
  #ended = false

  /** `changed` is called after each change of the file's text. The watch keeps no program alive. */
  constructor(home: string, changed: () => Promise<void> | void) {
    this.#file = configPath(home)
    this.#changed = changed
    makeFolder(dirname(this.#file))
    this.#end = this.#watch()
    this.#known = this.#text()
  }

  /** Looks now, so that a program that has just written the file need not wait for the system. */
  async look(): Promise<void> {
    const text = this.#text()
    if (this.#ended || text === this.#known) return
    this.#known = text
    await this.#changed()
  }

  [Symbol.dispose](): void {
    this.#ended = true
    if (this.#timer) clearTimeout(this.#timer)
    this.#end()
  }

  #watch(): () => void {
    try {
      const watcher = watch(dirname(this.#file), { persistent: false }, (_event, name) => {
        if (name !== null && name !== basename(this.#file)) return
        if (this.#timer) clearTimeout(this.#timer)
        this.#timer = setTimeout(() => drop(this.look()), QUIET_MS)
      })
      // The folder was removed, so there is nothing more to watch.
      watcher.on('error', () => watcher.close())
      return () => watcher.close()
    } catch {
      const timer = setInterval(() => drop(this.look()), LOOK_MS).unref()
      return () => clearInterval(timer)
    }
  }

  #text(): string | null {
    try {
      return readFileSync(this.#file, 'utf8')
    } catch {
      return null
    }
  }
}
