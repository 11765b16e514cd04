// Moves the pointer and presses its buttons through XTEST: single events without delays of their own.
import type { XTest } from 'x11'
import { screenPoint, type ScreenPoint } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { MouseButton } from '../../platform.ts'
import type { XConnection } from './connection.ts'
import { fairTime } from '../../fair-time.ts'

const BUTTONS = { left: 1, middle: 2, right: 3 } satisfies Record<MouseButton, number>
/** Milliseconds after which the window manager counts as hanging: on a busy machine it may get no processor for a second. */
const DELIVERED_WITHIN_MS = 5000
const WHEEL = { up: 4, down: 5, left: 6, right: 7 }

export class Pointer {
  readonly #connection: XConnection
  readonly #xtest: XTest
  /** Where this process put the pointer last. */
  left: ScreenPoint | null = null
  /** How often this process has moved the pointer. */
  moves = 0

  constructor(connection: XConnection, xtest: XTest) {
    this.#connection = connection
    this.#xtest = xtest
  }

  move(point: ScreenPoint): Promise<void> {
    const { root, size } = this.#connection
    const within = (at: number, length: number) => Math.min(length - 1, Math.max(0, Math.round(at)))
    const place = screenPoint(within(point.x, size.width), within(point.y, size.height))
    this.left = place
    this.moves += 1
    return this.#connection.act(() =>
      this.#xtest.FakeInput(this.#xtest.MotionNotify, 0, 0, root, place.x, place.y),
    )
  }

  press(button: MouseButton): Promise<void> {
    return this.#event(this.#xtest.ButtonPress, BUTTONS[button])
  }

  async release(button: MouseButton, run: RunControl): Promise<void> {
    await this.#event(this.#xtest.ButtonRelease, BUTTONS[button])
    await this.#delivered(BUTTONS[button], run)
  }

  /** Turns the wheel by one notch: a press and a release of its button. */
  async notch(direction: keyof typeof WHEEL, run: RunControl): Promise<void> {
    await this.#event(this.#xtest.ButtonPress, WHEEL[direction])
    await this.#event(this.#xtest.ButtonRelease, WHEEL[direction])
    await this.#delivered(WHEEL[direction], run)
  }

  /**
   * Returns when the release has reached its window. A window manager freezes the pointer at a click into a window that it has to raise;
   * keys are not frozen and would arrive before the click. The state of the buttons shows which events have been let through. After
   * a stop no key follows, so nothing is waited for.
   */
  async #delivered(button: number, run: RunControl): Promise<void> {
    const down = 1 << (7 + button)
    const end = fairTime() + DELIVERED_WITHIN_MS
    for (;;) {
      const { keyMask } = await this.#connection.ask<{ keyMask: number }>((reply) =>
        this.#connection.client.QueryPointer(this.#connection.root, reply),
      )
      // X has no state bit for the buttons beyond the fifth.
      if (button > 5 || (keyMask & down) === 0 || run.stopped || fairTime() >= end) return
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }

  #event(type: number, button: number): Promise<void> {
    return this.#connection.act(() => this.#xtest.FakeInput(type, button, 0, 0, 0, 0))
  }
}
