// Composes clicks, drags, chords and typing of the single events of a platform. Before every single event it reads the stop
// word; what goes down is written to the ledger first.
import { ToolError } from '../../../core/errors.ts'
import { contains, screenPoint, type ScreenPoint } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { KeyPlace } from '../../../matching/system-keys.ts'
import type { MouseButton, Platform } from '../../../platform/platform.ts'
import type { Held } from './held-input.ts'
import { parseHeld, parseKeys, type Chord } from './keys.ts'
import type { Shield } from '../protocol/shield.ts'

/** Pixels between two points of a drag; toolkits begin one after about 8. */
const DRAG_STRIDE = 12
/**
 * Milliseconds that what is dragged rests a pixel before its end, and at it: a program tells late whether the place takes it, and Chromium tells
 * with each move what was so at the one before.
 */
const REST_MS = 150

/** Waits until the receiver of keys can take the same key again. */
export type Pause = () => Promise<void>

/** Is told what was typed so far. */
export type Guard = (typed: string) => Promise<void>
/** Keys that are typed between two calls of a guard. */
const GUARDED = 16

/** Milliseconds between the clicks of a double or triple click: Chromium counts two clicks of the same millisecond as one. */
const BETWEEN_CLICKS_MS = 10

export class Input {
  readonly #platform: Platform
  readonly held: Held
  /** Null for a person, who may use our own windows. */
  readonly #shield: Shield | null

  constructor(platform: Platform, held: Held, shield: Shield | null) {
    this.#platform = platform
    this.held = held
    this.#shield = shield
  }

  async move(point: ScreenPoint, run: RunControl): Promise<void> {
    await this.#before(run)
    await this.#platform.movePointer(point, run)
  }

  /** `times` 2 is a double click; `keys` (`Shift`, `Ctrl+Shift`) are held meanwhile. */
  async click(
    point: ScreenPoint,
    { button, times, keys }: { button: MouseButton; times: number; keys: string },
    run: RunControl,
  ): Promise<void> {
    const held = this.#chordOf(keys)
    await this.#needPlace(point, run)
    await this.#holding(held, run, async () => {
      await this.move(point, run)
      for (let nth = 0; nth < times; nth++) {
        if (nth > 0) await run.sleep(BETWEEN_CLICKS_MS)
        await this.#press(button, run)
        await this.#release(button, run)
      }
    })
  }

  /** Moves the pointer to a point that it can reach. */
  async point(point: ScreenPoint, run: RunControl): Promise<void> {
    await this.#needPlace(point, run)
    await this.move(point, run)
  }

  /** Drags from one point over others to the last, in `seconds`, with `keys` held (`Shift`, `Ctrl+Shift`). */
  async drag(
    from: ScreenPoint,
    path: readonly ScreenPoint[],
    options: { button: MouseButton; seconds: number; keys: string },
    run: RunControl,
  ): Promise<void> {
    const keys = this.#chordOf(options.keys, 'drag')
    const steps = path.flatMap((to, index) => stridesOf(path[index - 1] ?? from, to))
    for (const end of [from, ...path]) await this.#needPlace(end, run)
    await this.#holding(keys, run, async () => {
      await this.move(from, run)
      await this.#press(options.button, run)
      const end = steps.pop() ?? from
      for (const step of steps) {
        await this.move(step, run)
        if (options.seconds > 0) await run.sleep((options.seconds * 1000) / steps.length)
      }
      for (const step of [justBefore(end, steps.at(-1) ?? from), end]) {
        await this.move(step, run)
        await run.sleep(REST_MS)
      }
      await this.#release(options.button, run)
    })
  }

  /** Positive amounts scroll up, or left with `horizontal`. */
  async scroll(
    point: ScreenPoint,
    { notches, horizontal, keys }: { notches: number; horizontal: boolean; keys: string },
    run: RunControl,
  ): Promise<void> {
    const held = this.#chordOf(keys)
    await this.#needPlace(point, run)
    await this.#holding(held, run, async () => {
      await this.move(point, run)
      for (let nth = 0; nth < Math.abs(notches); nth++) {
        await this.#before(run)
        await this.#platform.scroll(Math.sign(notches), horizontal, run)
      }
    })
  }

  /** Throws ToolError for a word that is no key of this platform. */
  parse(keys: string, place?: KeyPlace): Chord[] {
    return parseKeys(keys, this.#platform, place)
  }

  /** Parses the keys to hold, and the chords to press meanwhile. Throws as `parse` does. */
  parseHeld(held: string, keys: string, place?: KeyPlace): { held: Chord; chords: Chord[] } {
    return parseHeld(held, keys, this.#platform, place)
  }

  async press(chords: readonly Chord[], run: RunControl): Promise<void> {
    await this.hold([], chords, run)
  }

  /** Presses chords one after the other while `held` is down. `pause` is awaited before the same character comes again. */
  async hold(
    held: Chord,
    chords: readonly Chord[],
    run: RunControl,
    pause: Pause | null = null,
  ): Promise<void> {
    await this.#needKeyboard(run)
    await this.#holding(held, run, () => this.#oneByOne(chords, run, pause))
  }

  async #oneByOne(chords: readonly Chord[], run: RunControl, pause: Pause | null): Promise<void> {
    const sincePause = new Set<string>()
    for (const chord of chords) {
      // Applications take keys that write nothing (Tab, Down, Ctrl+Z) as fast as they come.
      const character = chord.length === 1 && Array.from(chord[0] ?? '').length === 1 ? chord[0] : undefined
      if (pause !== null && character !== undefined && sincePause.has(character)) {
        await pause()
        sincePause.clear()
      }
      for (const key of chord) await this.#keyDown(key, run)
      for (const key of chord.toReversed()) await this.#keyUp(key, run)
      if (character !== undefined) sincePause.add(character)
    }
  }

  /** Tells whether every character can be typed by its key. */
  canType(text: string): boolean {
    return Array.from(text.replace(/\r\n/g, '\n')).every((character) => this.#keyOf(character) !== null)
  }

  /**
   * Types one key after the other. `pause` is awaited before the same key comes again, `guard` from time to time: it throws where the rest must
   * not be typed. Throws ToolError when there is no key for a
   * character, before it presses the first.
   */
  async type(
    text: string,
    run: RunControl,
    pause: Pause | null = null,
    guard: Guard | null = null,
  ): Promise<void> {
    const keys = Array.from(text.replace(/\r\n/g, '\n')).map((character) => {
      const key = this.#keyOf(character)
      if (key === null) throw new ToolError(`There is no key for “${character}”.`)
      return key
    })
    await this.#needKeyboard(run)
    for (let at = 0; at < keys.length; at += GUARDED) {
      if (at > 0) await guard?.(Array.from(text).slice(0, at).join(''))
      const next = keys.slice(at, at + GUARDED)
      await this.#oneByOne(
        next.map((key) => [key]),
        run,
        pause,
      )
    }
    this.held.settle()
  }

  #chordOf(keys: string, place?: KeyPlace): Chord {
    return keys === '' ? [] : this.parse(keys, place).flat()
  }

  /** Holds keys during `work`. If that fails or is stopped, the ledger releases the keys at the end of the call. */
  async #holding(keys: Chord, run: RunControl, work: () => Promise<void>): Promise<void> {
    if (keys.length > 0) await this.#needKeyboard(run)
    for (const key of keys) await this.#keyDown(key, run)
    await work()
    for (const key of keys.toReversed()) await this.#keyUp(key, run)
    this.held.settle()
  }

  /** Throws for a point that the pointer can't reach, because it would stop at the edge over another thing, or meet our own windows. */
  async #needPlace(point: ScreenPoint, run: RunControl): Promise<void> {
    const screens = await this.#platform.screens(run)
    if (!screens.some(({ bounds }) => contains(bounds, point))) {
      throw new ToolError('That place is outside of the screen. Move or resize the window first.')
    }
    await this.#before(run)
    await this.#shield?.clear(point, run)
  }

  async #needKeyboard(run: RunControl): Promise<void> {
    await this.#shield?.needForeignKeyboard(run)
  }

  #keyOf(character: string): string | null {
    const names = CHARACTER_KEYS.get(character) ?? [character]
    return names.find((name) => this.#platform.knowsKey(name)) ?? null
  }

  async #keyDown(key: string, run: RunControl): Promise<void> {
    await this.#before(run)
    this.held.willHoldKey(key)
    await this.#platform.pressKey(key, run)
  }

  async #keyUp(key: string, run: RunControl): Promise<void> {
    await this.#before(run)
    await this.#platform.releaseKey(key, run)
    this.held.keyIsUp(key)
  }

  async #press(button: MouseButton, run: RunControl): Promise<void> {
    await this.#before(run)
    this.held.willHoldButton(button)
    await this.#platform.pressButton(button, run)
  }

  async #release(button: MouseButton, run: RunControl): Promise<void> {
    await this.#before(run)
    await this.#platform.releaseButton(button, run)
    this.held.buttonIsUp(button)
  }

  /** Lets the event loop turn once, so that a cancellation that has arrived is read, then checks for the stop word. */
  async #before(run: RunControl): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    await run.checkpoint()
  }
}

/** The points of a drag between two points, including the last. */
function stridesOf(from: ScreenPoint, to: ScreenPoint): ScreenPoint[] {
  const count = Math.max(4, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / DRAG_STRIDE))
  return Array.from({ length: count }, (_, index) => {
    const part = (index + 1) / count
    return screenPoint(
      Math.round(from.x + (to.x - from.x) * part),
      Math.round(from.y + (to.y - from.y) * part),
    )
  })
}

/** The point next to `end` on the way there. */
const justBefore = (end: ScreenPoint, from: ScreenPoint): ScreenPoint =>
  screenPoint(end.x - Math.sign(end.x - from.x), end.y - Math.sign(end.y - from.y))

const CHARACTER_KEYS = new Map([
  ['\n', ['Enter', 'Return']],
  ['\t', ['Tab']],
  [' ', ['Space', ' ', 'space']],
])
