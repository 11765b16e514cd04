// Watches what changes on the screen, through DAMAGE of the X server on the root window, so that a wait can be for a condition.
import { setTimeout } from 'node:timers/promises'
import type { Damage } from 'x11'
import type { Rect } from '../../../../src-preload/contract/geometry.ts'
import { holdsWhole, intersection, type ScreenRect } from '../../../core/geometry.ts'
import type { ChangeWatch } from '../../platform.ts'
import type { XConnection } from './connection.ts'
import { ForeignChanges } from './foreign-changes.ts'
import { Frame } from './frames.ts'
import type { OwnWindows } from './own-windows.ts'
import { fairTime, isMachineBusy } from '../../fair-time.ts'

/** The most areas that a watch remembers. */
const MAX_AREAS = 200

/** Milliseconds of fair time without a change after which a busy machine has drawn what was to be drawn, and the most that this is waited for. */
const QUIET_MS = 100
const MAX_QUIET_MS = 600
const LOOK_MS = 20

interface Watch {
  area: ScreenRect
  last: number | null
  /** Null once there were too many. */
  areas: Rect[] | null
}

/** Shares one damage object of the X server among all watches of this process; it lives while there is a watch. */
export class ScreenChanges implements AsyncDisposable {
  readonly #connection: XConnection
  readonly #damage: Damage
  readonly #watches = new Set<Watch>()
  readonly #connectAgain: () => Promise<XConnection>
  /** Reports the changes of other windows while there are own windows. */
  #foreign: ForeignChanges | null = null
  #id: number | null = null
  #silence: (() => void) | null = null

  /** `connectAgain` gives another connection to the same server. */
  constructor(connection: XConnection, damage: Damage, connectAgain: () => Promise<XConnection>) {
    this.#connection = connection
    this.#damage = damage
    this.#connectAgain = connectAgain
  }

  /** Ignores changes of own windows from now on. Null means that there are none. */
  async leaveOut(own: Pick<OwnWindows, 'topLevels'> | null): Promise<void> {
    if ((own !== null) === (this.#foreign !== null)) return
    const before = this.#foreign
    this.#foreign = null
    await before?.[Symbol.asyncDispose]()
    if (!own) return
    this.#foreign = await ForeignChanges.watch(await this.#connectAgain(), own, (rect) => this.#changed(rect))
  }

  /** While there are own windows, returns when other windows that have just opened have painted themselves. */
  async painted(): Promise<void> {
    await this.#foreign?.painted()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.leaveOut(null)
  }

  /** `compares`: it keeps how the area looks, because toolkits paint more than has changed. */
  async watch(area: ScreenRect, compares: boolean): Promise<ChangeWatch> {
    const watch: Watch = { area, last: null, areas: [] }
    this.#watches.add(watch)
    await this.#start()
    await this.#foreign?.settled()
    Object.assign(watch, { last: null, areas: [] })
    if (compares && isMachineBusy()) {
      await this.#quiet(watch)
      Object.assign(watch, { last: null, areas: [] })
    }
    const frame = compares ? await Frame.take(this.#connection, area) : null
    return {
      lastChange: () => watch.last,
      changedBeyond: async (own) =>
        (await frame?.update(this.#connection, watch.areas ?? [area], own)) ??
        watch.areas?.filter((each) => !own.some((one) => holdsWhole(one, each))) ??
        null,
      [Symbol.asyncDispose]: async () => {
        this.#watches.delete(watch)
        if (this.#watches.size === 0) await this.#end()
      },
    }
  }

  /** Waits until what has happened before is drawn: it would be taken for the work of what comes next. */
  async #quiet(watch: Watch): Promise<void> {
    const began = fairTime()
    for (
      let now = began;
      now - (watch.last ?? began) < QUIET_MS && now - began < MAX_QUIET_MS;
      now = fairTime()
    )
      await setTimeout(LOOK_MS)
  }

  async #start(): Promise<void> {
    // `sync` is also a barrier: all events of earlier changes have been read when it returns.
    if (this.#id !== null) return this.#connection.sync()
    const id = this.#connection.client.AllocID()
    this.#id = id
    this.#silence = this.#connection.onEvent((event) => {
      if (event.name !== 'DamageNotify' || event.damage !== id || !event.area) return
      const { x, y, w, h } = event.area
      if (!this.#foreign) this.#changed({ x, y, width: w, height: h })
    })
    await this.#connection.act(() =>
      this.#damage.Create(id, this.#connection.root, this.#damage.ReportLevel.RawRectangles),
    )
  }

  #changed(rect: Rect): void {
    for (const watch of this.#watches) {
      const within = intersection(watch.area, rect)
      if (!within) continue
      watch.last = fairTime()
      if (watch.areas && watch.areas.length < MAX_AREAS) watch.areas.push(within)
      else watch.areas = null
    }
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
