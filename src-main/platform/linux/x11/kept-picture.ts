// Keeps the last picture of the screen, and reads only what was painted since: a whole one costs more than all else of a look.
import type { Damage } from 'x11'
import type { Rect } from '../../../../src-preload/contract/geometry.ts'
import { intersection, type ScreenRect } from '../../../core/geometry.ts'
import type { RawPicture } from '../../platform.ts'
import type { XConnection } from './connection.ts'
import { around } from './frames.ts'
import { takePicture, readScreen, toRgba } from './pictures.ts'

/** Of the whole picture, the share up to which it is cheaper to read what was painted alone. */
const MAX_SHARE = 0.5

export class KeptPicture {
  readonly #connection: XConnection
  readonly #damage: Damage
  /** The damage object, once the first picture was asked for. */
  #id: number | null = null
  /** Encloses all that was painted since the kept picture; null: nothing was. */
  #painted: Rect | null = null
  #kept: { area: ScreenRect; picture: RawPicture } | null = null
  #last: Promise<unknown> = Promise.resolve()

  constructor(connection: XConnection, damage: Damage) {
    this.#connection = connection
    this.#damage = damage
  }

  /**
   * Takes the part of `area` that is on the screen: the same object where nothing has been painted since. Throws ToolError when nothing
   * of the area is on the screen, or the screen is not 24 bits deep.
   */
  take(area: ScreenRect): Promise<RawPicture> {
    const taken = this.#last.then(() => this.#take(area))
    this.#last = taken.catch(() => (this.#kept = null))
    return taken
  }

  async #take(area: ScreenRect): Promise<RawPicture> {
    // The answer is also a barrier: all painting before it has been reported.
    const isKnown = !(await this.#connection.isComposited())
    const kept = this.#kept
    const isSameArea = kept !== null && JSON.stringify(kept.area) === JSON.stringify(area)
    const painted = this.#painted && kept && intersection(kept.picture.bounds, this.#painted)
    if (isKnown && isSameArea && !painted) return kept.picture
    // What is painted while the pixels are read is reported again.
    this.#painted = null
    await this.#begin()
    const isSmall =
      painted && painted.width * painted.height < MAX_SHARE * kept.picture.width * kept.picture.height
    const picture =
      isKnown && isSameArea && isSmall
        ? await this.#renewed(kept.picture, painted)
        : await takePicture(this.#connection, area)
    this.#kept = { area, picture }
    return picture
  }

  /**
   * Has the server report what is painted from now on, each place once. Measured: where it is asked for one box around all of it, Xvfb 21
   * puts an event into the middle of a picture.
   */
  async #begin(): Promise<void> {
    const { client, root } = this.#connection
    if (this.#id !== null) return this.#damage.Subtract(this.#id, 0, 0)
    const id = client.AllocID()
    this.#id = id
    this.#connection.onEvent(({ name, damage, area }) => {
      if (name !== 'DamageNotify' || damage !== id || !area) return
      const rect = { x: area.x, y: area.y, width: area.w, height: area.h }
      this.#painted = this.#painted ? around(this.#painted, rect) : rect
    })
    await this.#connection.act(() => this.#damage.Create(id, root, this.#damage.ReportLevel.DeltaRectangles))
  }

  /** Gives a new picture: those that were given before stay as they are. */
  async #renewed(picture: RawPicture, painted: Rect): Promise<RawPicture> {
    const pixels = toRgba(await readScreen(this.#connection, painted))
    const rgba = Buffer.from(picture.rgba)
    const left = painted.x - picture.bounds.x
    for (let row = 0; row < painted.height; row++) {
      const to = ((painted.y - picture.bounds.y + row) * picture.width + left) * 4
      pixels.copy(rgba, to, row * painted.width * 4, (row + 1) * painted.width * 4)
    }
    return { ...picture, rgba }
  }
}
