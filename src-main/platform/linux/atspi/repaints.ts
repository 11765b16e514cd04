// Remembers where the X server has painted the screen: a control can't have moved where nothing was painted.
import type { Damage } from 'x11'
import { intersection, type ScreenRect } from '../../../core/geometry.ts'
import type { Rect } from '../../../../src-preload/contract/geometry.ts'
import { around, Frame } from '../x11/frames.ts'
import { XConnection } from '../x11/connection.ts'
import { fairTime } from '../../fair-time.ts'

/** Painted areas that are remembered; more of them count as "everything". */
const MAX_REMEMBERED = 300
/** The size in pixels of a blinking caret, which changes nothing else. */
const CARET = { width: 4, height: 80 }

export class Repaints implements AsyncDisposable {
  readonly #connection: XConnection
  /** X reports painting late, or not at all below another window; then nothing is known. */
  blind = false
  #painted: { rect: Rect; at: number }[] = []
  /** The number of forgotten areas, so that a moment stays a number. */
  #forgotten = 0

  private constructor(connection: XConnection) {
    this.#connection = connection
  }

  /**
   * Null where painting can't be observed: without DAMAGE, or with a compositing manager, which paints later than the application and hides
   * what covered windows paint.
   */
  static async watch(env: Record<string, string | undefined>): Promise<Repaints | null> {
    const connection = await XConnection.open(env)
    try {
      if (await connection.isComposited()) {
        await connection[Symbol.asyncDispose]()
        return null
      }
      const damage = await connection.ask<Damage>((reply) => connection.client.require('damage', reply))
      const repaints = new Repaints(connection)
      const id = connection.client.AllocID()
      connection.onEvent((event) => {
        if (event.name === 'DamageNotify' && event.damage === id && event.area) repaints.#add(event.area)
      })
      await connection.act(() => damage.Create(id, connection.root, damage.ReportLevel.RawRectangles))
      return repaints
    } catch {
      await connection[Symbol.asyncDispose]()
      return null
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connection[Symbol.asyncDispose]()
  }

  /** Gives a moment to compare with; all painting before it is known when this returns. */
  async now(): Promise<number> {
    await this.#connection.sync()
    return this.#forgotten + this.#painted.length
  }

  /** Lists what was painted between two moments within some areas, carets apart; null when it is too much to be known. */
  between(from: number, to: number, areas: readonly ScreenRect[]): Rect[] | null {
    if (this.blind || from < this.#forgotten) return null
    return this.#painted
      .slice(from - this.#forgotten, to - this.#forgotten)
      .map(({ rect }) => rect)
      .filter((rect) => areas.some((area) => intersection(area, rect) !== null))
  }

  /** Gives the moment so many milliseconds before another, as far as that is remembered. */
  before(moment: number, milliseconds: number): number {
    const since = fairTime() - milliseconds
    const index = this.#painted.findIndex(({ at }) => at >= since)
    return index < 0 ? moment : Math.min(moment, this.#forgotten + index)
  }

  /** Keeps what some areas look like now. */
  frame(areas: readonly Rect[]): Promise<Frame | null> {
    const [first, ...others] = areas
    return first && !this.blind
      ? Frame.take(this.#connection, others.reduce(around, first))
      : Promise.resolve(null)
  }

  /** Finds where a frame looks different now, within what was painted. */
  differences(frame: Frame, painted: readonly Rect[]): Promise<Rect[] | null> {
    return frame.update(this.#connection, painted)
  }

  #add({ x, y, w: width, h: height }: { x: number; y: number; w: number; h: number }): void {
    if (width <= CARET.width && height <= CARET.height) return
    this.#painted.push({ rect: { x, y, width, height }, at: fairTime() })
    if (this.#painted.length <= MAX_REMEMBERED * 2) return
    this.#forgotten += MAX_REMEMBERED
    this.#painted = this.#painted.slice(MAX_REMEMBERED)
  }
}
