// The pointer through XTEST: single events without delays of their own.
import type { XTest } from 'x11'
import type { ScreenPoint } from '../../../core/geometry.ts'
import type { MouseButton } from '../../platform.ts'
import type { XConnection } from './connection.ts'

const BUTTONS = { left: 1, middle: 2, right: 3 } satisfies Record<MouseButton, number>
const WHEEL = { up: 4, down: 5, left: 6, right: 7 }

export class Pointer {
  readonly #connection: XConnection
  readonly #xtest: XTest

  constructor(connection: XConnection, xtest: XTest) {
    this.#connection = connection
    this.#xtest = xtest
  }

  move(point: ScreenPoint): Promise<void> {
    const { root } = this.#connection
    return this.#connection.act(() =>
      this.#xtest.FakeInput(this.#xtest.MotionNotify, 0, 0, root, Math.round(point.x), Math.round(point.y)),
    )
  }

  press(button: MouseButton): Promise<void> {
    return this.#event(this.#xtest.ButtonPress, BUTTONS[button])
  }

  release(button: MouseButton): Promise<void> {
    return this.#event(this.#xtest.ButtonRelease, BUTTONS[button])
  }

  /** One notch is a press and a release of the wheel's button. */
  async notch(direction: keyof typeof WHEEL): Promise<void> {
    await this.#event(this.#xtest.ButtonPress, WHEEL[direction])
    await this.#event(this.#xtest.ButtonRelease, WHEEL[direction])
  }

  #event(type: number, button: number): Promise<void> {
    return this.#connection.act(() => this.#xtest.FakeInput(type, button, 0, 0, 0, 0))
  }
}
