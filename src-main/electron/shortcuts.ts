// Registers keys that work everywhere: before any run can act, and again whenever the configuration changes them.
import { globalShortcut } from 'electron'
import type { Config } from '../../src-preload/contract/config.ts'

export type ShortcutName = keyof Config['app']['shortcuts']
type Keys = Config['app']['shortcuts']

const NAMES = ['quick', 'pause', 'terminate'] as const satisfies readonly ShortcutName[]

export class Shortcuts {
  readonly #work: Readonly<Record<ShortcutName, () => void>>
  #registered: Record<ShortcutName, string | null> = { quick: null, pause: null, terminate: null }
  #wanted: Keys | null = null

  constructor(work: Readonly<Record<ShortcutName, () => void>>) {
    this.#work = work
  }

  /** The registered keys; null for an action without keys, or where another program has them. */
  get registered(): Readonly<Record<ShortcutName, string | null>> {
    return this.#registered
  }

  /** Registers these keys and no others. Returns whether anything has changed. The brake's come first, in case two are the same. */
  apply(keys: Keys): boolean {
    if (this.#wanted && NAMES.every((name) => this.#wanted?.[name] === keys[name])) return false
    this.#wanted = { ...keys }
    globalShortcut.unregisterAll()
    for (const name of NAMES.toReversed()) {
      this.#registered = { ...this.#registered, [name]: this.#register(keys[name], this.#work[name]) }
    }
    return true
  }

  release(): void {
    globalShortcut.unregisterAll()
  }

  #register(keys: string, work: () => void): string | null {
    if (keys === '') return null
    try {
      return globalShortcut.register(keys, work) ? keys : null
    } catch {
      // Electron throws for an unknown key.
      return null
    }
  }
}
