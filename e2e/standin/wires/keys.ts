// Global shortcuts as real key grabs on the X server.
import type { XConnection } from '../../../src-main/platform/linux/x11/connection.ts'
import { keysymsNamed } from '../../../src-main/platform/linux/x11/key-names.ts'

const MODIFIERS: Record<string, number> = {
  shift: 1,
  control: 4,
  ctrl: 4,
  commandorcontrol: 4,
  cmdorctrl: 4,
  alt: 8,
  option: 8,
  super: 64,
  meta: 64,
}
const ALL_MODIFIERS = 1 | 4 | 8 | 64
/** Caps Lock and Num Lock must not matter: a grab for each of their states. */
const LOCKS = [0, 2, 16, 2 | 16]
const NAMES: Record<string, string> = { Plus: '+', Return: 'Enter', Esc: 'Escape' }
const ASYNC = 1

interface Grab {
  keycode: number
  modifiers: number
}

export class Keys {
  readonly #x: XConnection
  readonly #grabs = new Map<string, Grab>()

  constructor(x: XConnection, pressed: (accelerator: string) => void) {
    this.#x = x
    x.onEvent((event) => {
      if (event.name !== 'KeyPress') return
      for (const [accelerator, { keycode, modifiers }] of this.#grabs)
        if (keycode === event.keycode && modifiers === ((event.buttons ?? 0) & ALL_MODIFIERS))
          pressed(accelerator)
    })
  }

  /** False: another program has these keys. Throws for what is no accelerator. */
  async grab(accelerator: string): Promise<boolean> {
    const grab = await this.#read(accelerator)
    const { client, root } = this.#x
    try {
      for (const lock of LOCKS)
        await this.#x.act(() => client.GrabKey(root, 0, grab.modifiers | lock, grab.keycode, ASYNC, ASYNC))
    } catch {
      await this.#release(grab)
      return false
    }
    this.#grabs.set(accelerator, grab)
    return true
  }

  async ungrab(accelerator: string): Promise<void> {
    const grab = this.#grabs.get(accelerator)
    this.#grabs.delete(accelerator)
    if (grab) await this.#release(grab)
  }

  async #release({ keycode, modifiers }: Grab): Promise<void> {
    for (const lock of LOCKS)
      await this.#x.act((client) => client.UngrabKey(this.#x.root, keycode, modifiers | lock)).catch(() => {})
  }

  async #read(accelerator: string): Promise<Grab> {
    const parts = accelerator.split('+').filter((part) => part !== '')
    const key = parts.pop() ?? ''
    const modifiers = parts.reduce((sum, part) => {
      const bit = MODIFIERS[part.toLowerCase()]
      if (bit === undefined) throw new Error(`“${accelerator}” is no accelerator: ${part}`)
      return sum | bit
    }, 0)
    const keysyms = keysymsNamed(NAMES[key] ?? (key.length === 1 ? key.toLowerCase() : key))
    const first = this.#x.display.min_keycode
    const rows = await this.#x.ask<number[][]>((reply) =>
      this.#x.client.GetKeyboardMapping(first, this.#x.display.max_keycode - first + 1, reply),
    )
    const index = rows.findIndex((row) => keysyms.includes(row[0] ?? 0))
    if (index < 0) throw new Error(`“${accelerator}” is no accelerator: no key is ${key}`)
    return { keycode: first + index, modifiers }
  }
}
