// Types on the keyboard through XTEST and the server's own keyboard mapping: it looks up, never assumes, what a name needs
// (which key, with Shift or not). It lends a spare key for a while to a character that has no key.
import type { XTest } from 'x11'
import { ToolError } from '../../../core/errors.ts'
import type { XConnection } from './connection.ts'
import { keysymsNamed, LEVEL3, nearestKeyNames, SHIFT, SHORTCUT_MODIFIERS } from './key-names.ts'
import { fairTime } from '../../fair-time.ts'

const LOCK_MASK = 0x2
/**
 * Milliseconds for which a lent key keeps its character after its last use: an application reads the mapping only when it handles
 * the key, and a busy application handles it late.
 */
const LEND_MS = 60_000
/** Milliseconds before a lent key is lent again, because the application may not have read the last mapping yet. */
const REUSE_AFTER_MS = 150

interface Place {
  keycode: number
  shift: boolean
  level3: boolean
  /** The key is a letter, whose capital depends on Caps Lock. */
  letter: boolean
}

interface Lent {
  keycode: number
  keysym: number
  usedAt: number
}

export class Keyboard {
  readonly #connection: XConnection
  readonly #xtest: XTest
  #rows: Promise<number[][]> | null = null
  readonly #lent = new Map<number, Lent>()
  #giveBackTimer: NodeJS.Timeout | null = null
  readonly #held = new Map<number, number>()
  readonly #pressed = new Map<string, { place: Place; shift: boolean; level3: boolean }>()

  constructor(connection: XConnection, xtest: XTest) {
    this.#connection = connection
    this.#xtest = xtest
    connection.onEvent((event) => {
      if (event.name === 'MappingNotify') this.#rows = null
    })
  }

  knows(name: string): boolean {
    return keysymsNamed(name).length > 0
  }

  /** Tells whether each character has a key of its own, so that none has to be lent. */
  async hasAll(text: string): Promise<boolean> {
    const group = await this.#group()
    const rows = await this.#mapping()
    const first = this.#connection.display.min_keycode
    const lent = new Set([...this.#lent.values()].map(({ keycode }) => keycode))
    return [...new Set(text)].every((character) => {
      const place = findKey(rows, first, keysymsNamed(character), group)
      return place !== null && !lent.has(place.keycode)
    })
  }

  /**
   * Presses a key. A character that needs Shift or AltGr gets them for as long as it is down, unless they are held already.
   * While Control, Alt or Super is held, a letter means its key: `Control`, `S` is Ctrl+S, not Ctrl+Shift+S.
   */
  async press(name: string): Promise<void> {
    // A change of the mapping between two keys of a chord would release the chord's modifier.
    if (this.#giveBackTimer) clearTimeout(this.#giveBackTimer)
    const place = await this.#place(name)
    const shortcut = [...this.#held.values()].some((keysym) => SHORTCUT_MODIFIERS.has(keysym))
    let shift = place.shift
    if (place.letter) {
      if (shortcut) shift = false
      else if (await this.#capsLock()) shift = !shift
    }
    const added = { place, shift: shift && !this.#holds(SHIFT), level3: place.level3 && !this.#holds(LEVEL3) }
    this.#pressed.set(name, added)
    if (added.shift) await this.#modifier(SHIFT, true)
    if (added.level3) await this.#modifier(LEVEL3, true)
    await this.#event(true, place.keycode)
    this.#held.set(place.keycode, keysymsNamed(name)[0] ?? 0)
  }

  /** Releases a key, also one that another process pressed. Nothing happens when it is up. */
  async release(name: string): Promise<void> {
    const pressed = this.#pressed.get(name)
    const place = pressed?.place ?? (await this.#place(name))
    this.#pressed.delete(name)
    this.#held.delete(place.keycode)
    await this.#event(false, place.keycode)
    if (pressed ? pressed.level3 : place.level3) await this.#modifier(LEVEL3, false)
    if (pressed ? pressed.shift : place.shift) await this.#modifier(SHIFT, false)
    this.#giveBackLater()
  }

  /** Takes the characters off the keys that were lent. */
  async giveBack(): Promise<void> {
    if (this.#giveBackTimer) clearTimeout(this.#giveBackTimer)
    this.#giveBackTimer = null
    const lent = [...this.#lent.values()]
    this.#lent.clear()
    if (lent.length === 0) return
    this.#rows = null
    const rows = await this.#mapping()
    // A key that a new layout uses meanwhile is no longer ours.
    const ours = lent.filter(({ keycode, keysym }) =>
      rows[keycode - this.#connection.display.min_keycode]?.includes(keysym),
    )
    await this.#connection.act((client) => {
      for (const { keycode } of ours) client.ChangeKeyboardMapping(keycode, 2, [0, 0])
    })
  }

  #holds(keysym: number): boolean {
    return [...this.#held.values()].includes(keysym)
  }

  async #modifier(keysym: number, down: boolean): Promise<void> {
    const place = await this.#find([keysym])
    if (place) await this.#event(down, place.keycode)
  }

  #event(down: boolean, keycode: number): Promise<void> {
    const type = down ? this.#xtest.KeyPress : this.#xtest.KeyRelease
    return this.#connection.act(() => this.#xtest.FakeInput(type, keycode, 0, 0, 0, 0))
  }

  async #place(name: string): Promise<Place> {
    const keysyms = keysymsNamed(name)
    const usual = keysyms[0]
    if (usual === undefined) {
      throw new ToolError(`There is no key “${name}”. Did you mean ${nearestKeyNames(name).join(', ')}?`)
    }
    const place = (await this.#find(keysyms)) ?? (await this.#lend(name, usual))
    for (const lent of this.#lent.values()) if (lent.keycode === place.keycode) lent.usedAt = fairTime()
    return place
  }

  async #find(keysyms: number[]): Promise<Place | null> {
    // The order matters: the group's answer arrives after the event that the mapping has changed.
    const group = await this.#group()
    const rows = await this.#mapping()
    return findKey(rows, this.#connection.display.min_keycode, keysyms, group)
  }

  #mapping(): Promise<number[][]> {
    const { min_keycode: first, max_keycode: last } = this.#connection.display
    this.#rows ??= this.#connection.ask<number[][]>((reply) =>
      this.#connection.client.GetKeyboardMapping(first, last - first + 1, reply),
    )
    return this.#rows
  }

  async #state(): Promise<number> {
    const pointer = await this.#connection.ask<{ keyMask: number }>((reply) =>
      this.#connection.client.QueryPointer(this.#connection.root, reply),
    )
    return pointer.keyMask
  }

  /** Gives the group in force (the layout, where a person has several), which XKB puts into two bits of the state. */
  async #group(): Promise<number> {
    return ((await this.#state()) >> 13) & 3
  }

  async #capsLock(): Promise<boolean> {
    return ((await this.#state()) & LOCK_MASK) !== 0
  }

  async #lend(name: string, keysym: number): Promise<Place> {
    const keycode = await this.#spareKey()
    this.#lent.set(keysym, { keycode, keysym, usedAt: fairTime() })
    // A letter gets both its forms, so the key follows Caps Lock as every other letter does.
    const small = caseOf(name, name.toLowerCase())
    const capital = caseOf(name, name.toUpperCase())
    const letter = small !== null && capital !== null && small !== capital
    const both = letter ? [small, capital] : [keysym, keysym]
    await this.#connection.act((client) => client.ChangeKeyboardMapping(keycode, 2, both))
    this.#rows = null
    return { keycode, shift: letter && keysym === capital, level3: false, letter }
  }

  async #spareKey(): Promise<number> {
    const rows = await this.#mapping()
    const first = this.#connection.display.min_keycode
    const taken = new Set([...this.#lent.values()].map(({ keycode }) => keycode))
    for (let index = rows.length - 1; index >= 0; index--) {
      const keycode = first + index
      if (!taken.has(keycode) && rows[index]?.every((keysym) => keysym === 0)) return keycode
    }
    const oldest = [...this.#lent.values()].sort((a, b) => a.usedAt - b.usedAt)[0]
    if (!oldest) throw new ToolError('The keyboard has no key to spare for this character.')
    const rest = REUSE_AFTER_MS - (fairTime() - oldest.usedAt)
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
    this.#lent.delete(oldest.keysym)
    return oldest.keycode
  }

  #giveBackLater(): void {
    if (this.#lent.size === 0) return
    if (this.#giveBackTimer) clearTimeout(this.#giveBackTimer)
    this.#giveBackTimer = setTimeout(() => {
      this.giveBack().catch(() => {})
    }, LEND_MS)
    this.#giveBackTimer.unref()
  }
}

/** Gives the keysym of a character's other form; null where that is no single character (`ß` → `SS`). */
function caseOf(name: string, other: string): number | null {
  return other.length === name.length ? (keysymsNamed(other)[0] ?? null) : null
}

/**
 * Finds where a keysym is. `rows` is the core keyboard mapping: columns 0 and 1 are plain and shifted of the first group, 2
 * and 3 of the second, 4 and 5 the third level (AltGr) of the first.
 */
export function findKey(
  rows: number[][],
  firstKeycode: number,
  keysyms: number[],
  group: number,
): Place | null {
  const columns = group === 1 ? [2, 3] : [0, 1, 4, 5]
  for (const keysym of keysyms) {
    for (const column of columns) {
      const index = rows.findIndex((row) => row[column] === keysym)
      const row = rows[index]
      if (!row) continue
      const level = column % 2
      const letter = isPair(row[column - level] ?? 0, row[column - level + 1] ?? 0)
      return { keycode: firstKeycode + index, shift: level === 1, level3: column >= 4, letter }
    }
  }
  return null
}

/** Tells whether these are the small and the capital form of one letter, which Caps Lock swaps. */
function isPair(small: number, capital: number): boolean {
  const text = (keysym: number) => String.fromCodePoint(keysym >= 0x1000000 ? keysym - 0x1000000 : keysym)
  if (small === capital || capital === 0) return false
  if (small < 0x100 && capital < 0x100) return text(small).toUpperCase() === text(capital)
  // In the older keysyms of Greek and Cyrillic a capital is 32 away from its small letter.
  return Math.abs(small - capital) === 32 && small < 0x1000
}
