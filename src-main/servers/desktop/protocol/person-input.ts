// Carries out a person's own input on this desktop, made on a picture of it: single events as they come, in order. What the
// person holds is in the ledger beside what the agent holds.
import type { PersonInput } from '../../../../src-preload/contract/person-input.ts'
import type { PersonAct } from '../../../../src-preload/contract/person-acts.ts'
import { missingCaseError } from '../../../core/control-flow.ts'
import { ToolError } from '../../../core/errors.ts'
import { screenPoint } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { MouseButton, Platform } from '../../../platform/platform.ts'
import type { Held } from '../acting/held-input.ts'
import { Input } from '../acting/input.ts'
import { keyOf } from '../acting/keys.ts'
import type { Turns } from '../acting/turns.ts'
import { insertText } from '../acting/type-text.ts'
import type { WatchedHand } from './watched-hand.ts'

/** Milliseconds that an act of the agent may take to end before the person's hand is refused. */
const WAIT_MS = 2000
/** Characters of one line that are typed; more is pasted. */
const MAX_TYPED = 100

interface Done {
  unknown: string[]
  seen: PersonAct[]
}

interface PersonParts {
  platform: Platform
  held: Held
  turns: Turns
  watched: WatchedHand
}

export class Person {
  readonly #platform: Platform
  readonly #held: Held
  readonly #input: Input
  readonly #turns: Turns
  readonly #watched: WatchedHand
  #queue: Promise<unknown> = Promise.resolve()

  constructor({ platform, held, turns, watched }: PersonParts) {
    this.#platform = platform
    this.#held = held
    this.#input = new Input(platform, held, null)
    this.#turns = turns
    this.#watched = watched
  }

  /**
   * Does all inputs after the earlier ones. Returns the unknown keys and, where it `tells`, the acts by control.
   * Throws ToolError while the agent acts.
   */
  does(inputs: readonly PersonInput[], tells: boolean, run: RunControl): Promise<Done> {
    return this.#after(async () => {
      if (!(await this.#turns.rest(WAIT_MS))) throw new ToolError('An act of the agent still goes on.')
      const unknown: string[] = []
      const seen = await this.#watched.turn(tells, run)
      for (const [at, input] of inputs.entries()) {
        // Only the last of several moves matters, unless the pointer drags something.
        if (
          input.type === 'move' &&
          inputs[at + 1]?.type === 'move' &&
          this.#held.ledger.buttons.length === 0
        )
          continue
        await run.checkpoint()
        seen.push(...(await this.#watched.sees(input, run)))
        if (!(await this.#do(input, run)) && input.type === 'key') unknown.push(input.key)
      }
      this.#held.settle()
      return { unknown, seen }
    })
  }

  letGo(): Promise<void> {
    return this.#after(() => this.#held.releaseAll())
  }

  #after<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work)
    this.#queue = done.catch(() => {})
    return done
  }

  /** Returns false for an unknown key. */
  async #do(input: PersonInput, run: RunControl): Promise<boolean> {
    switch (input.type) {
      case 'move':
        await this.#move(input.point, run)
        return true
      case 'button':
        await this.#move(input.point, run)
        await this.#button(input.button, input.down, run)
        return true
      case 'scroll':
        await this.#move(input.point, run)
        await this.#platform.scroll(input.notches, input.horizontal, run)
        return true
      case 'key':
        return this.#key(input.key, input.down, run)
      case 'text':
        await this.#text(input.text, run)
        return true
      default:
        return missingCaseError(input)
    }
  }

  #move({ x, y }: { x: number; y: number }, run: RunControl): Promise<void> {
    return this.#platform.movePointer(screenPoint(x, y), run)
  }

  async #button(button: MouseButton, down: boolean, run: RunControl): Promise<void> {
    if (this.#held.ledger.buttons.includes(button) === down) return
    if (down) {
      this.#held.willHoldButton(button)
      await this.#platform.pressButton(button, run)
    } else {
      await this.#platform.releaseButton(button, run)
      this.#held.buttonIsUp(button)
    }
  }

  async #key(named: string, down: boolean, run: RunControl): Promise<boolean> {
    const key = keyOf(named, (name) => this.#platform.knowsKey(name))
    const { keys } = this.#held.ledger
    if (!down) {
      for (const held of this.#meantBy(key, keys)) {
        await this.#platform.releaseKey(held, run)
        this.#held.keyIsUp(held)
      }
      return true
    }
    if (key === null) return false
    // A browser repeats a held key, but the desktop does that by itself.
    if (keys.includes(key)) return true
    this.#held.willHoldKey(key)
    await this.#platform.pressKey(key, run)
    return true
  }

  /**
   * The held keys to release. A key that went down as `A` or `!` goes up as `a` or `1` when Shift was released before it. Then
   * all held characters go up.
   */
  #meantBy(key: string | null, held: string[]): string[] {
    if (key !== null && held.includes(key)) return [key]
    return key !== null && isCharacter(key) ? held.filter(isCharacter) : []
  }

  async #text(text: string, run: RunControl): Promise<void> {
    if (text.length <= MAX_TYPED && !/[\n\r]/.test(text) && this.#input.canType(text)) {
      await this.#input.type(text, run)
      return
    }
    const active = (await this.#platform.windows(run)).find((window) => window.active) ?? null
    try {
      await insertText({ platform: this.#platform, input: this.#input }, active, text, run)
    } catch (error) {
      // The clipboard may still be borrowed.
      await this.#held.releaseAll()
      throw error
    }
  }
}

const isCharacter = (key: string): boolean => Array.from(key).length === 1
