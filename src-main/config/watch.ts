// Tells when config.yaml has changed, whoever wrote it: a window, the terminal, an editor.
import { readFileSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { drop } from '../core/control-flow.ts'
import { makeFolder } from '../core/folder.ts'
import { configPath } from './config.ts'

/** Milliseconds of quiet after which a change counts as made: editors write in several steps. */
const QUIET_MS = 40
/** Milliseconds between two looks where the system has no watches left to give. */
const LOOK_MS = 2000

/** The folder is watched, not the file, because a file that is replaced as a whole takes its watch with it. */
export class ConfigWatch implements Disposable {
  readonly #file: string
  readonly #changed: () => Promise<void> | void
  readonly #end: () => void
  #known: string | null
  #timer: NodeJS.Timeout | null = null
  #ended = false

  /** `changed` is called after each change of the file's text. A program that has nothing else to do ends all the same. */
  constructor(home: string, changed: () => Promise<void> | void) {
    this.#file = configPath(home)
    this.#changed = changed
    makeFolder(dirname(this.#file))
    this.#end = this.#watch()
    this.#known = this.#text()
  }

  /** Looks now: whoever has just written the file does not wait for the system to tell it. */
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
      // The folder went away: there is nothing more to tell.
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
