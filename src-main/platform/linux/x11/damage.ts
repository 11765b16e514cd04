// What changes on the screen, told by the X server (DAMAGE on the root window), so that waiting is for a condition.
import type { Damage } from 'x11'
import { intersection, type ScreenRect } from '../../../core/geometry.ts'
import type { ChangeWatch } from '../../platform.ts'
import type { XConnection } from './connection.ts'
import type { OwnWindows } from './own-windows.ts'

/** One damage object of the X server for all watches of this process; it lives while someone watches. */
export class ScreenChanges {
  readonly #connection: XConnection
  readonly #damage: Damage
  readonly #watches = new Set<{ area: ScreenRect; last: number | null }>()
  readonly #own: Pick<OwnWindows, 'hides' | 'learnPlaces'>
  #id: number | null = null
  #silence: (() => void) | null = null

  constructor(connection: XConnection, damage: Damage, own: Pick<OwnWindows, 'hides' | 'learnPlaces'>) {
    this.#connection = connection
    this.#damage = damage
    this.#own = own
  }

  async watch(area: ScreenRect): Promise<ChangeWatch> {
    const watch = { area, last: null as number | null }
    this.#watches.add(watch)
    await this.#own.learnPlaces()
    await this.#start()
    watch.last = null
    return {
      lastChange: () => watch.last,
      [Symbol.asyncDispose]: async () => {
        this.#watches.delete(watch)
        if (this.#watches.size === 0) await this.#end()
      },
    }
  }

  async #start(): Promise<void> {
    // Also the barrier: events of changes before this moment have been read when it returns.
    if (this.#id !== null) return this.#connection.sync()
    const id = this.#connection.client.AllocID()
    this.#id = id
    this.#silence = this.#connection.onEvent((event) => {
      if (event.name !== 'DamageNotify' || event.damage !== id || !event.area) return
      const { x, y, w, h } = event.area
      const rect = { x, y, width: w, height: h }
      if (this.#own.hides(rect)) return
      for (const watch of this.#watches) {
        if (intersection(watch.area, rect)) watch.last = performance.now()
      }
    })
    await this.#connection.act(() =>
      this.#damage.Create(id, this.#connection.root, this.#damage.ReportLevel.RawRectangles),
    )
  }

  async #end(): Promise<void> {
    const id = this.#id
    if (id === null) return
    this.#id = null
    this.#silence?.()
    this.#silence = null
    await this.#connection.act(() => this.#damage.Destroy(id)).catch(() => {})
    this.#connection.client.ReleaseID(id)
  }
}
