// Watches what changes on the screen apart from our own windows: it watches each of the other windows by itself. The screen as
// a whole can't be watched then: it reports that "everything" has changed when an own window draws four thin strips.
import type { Damage, Shape } from 'x11'
import type { Rect } from '../../../../src-preload/contract/geometry.ts'
import { drop } from '../../../core/control-flow.ts'
import { intersection } from '../../../core/geometry.ts'
import type { XConnection } from './connection.ts'
import type { OwnWindows, TopLevel } from './own-windows.ts'
import { fairTime } from '../../fair-time.ts'

const SUBSTRUCTURE = 0x8_0000
const STRUCTURAL = new Set([16, 17, 18, 19, 21, 22, 26]) // create, destroy, unmap, map, reparent, configure, circulate

/** Milliseconds for which the server may still repaint what an own window has uncovered. */
const LATELY_MS = 300
const LOOK_MS = 5

/** Milliseconds that a new window, or one of another size, may take to paint itself. */
const PAINT_MS = 200
/** The share of a window that has to be painted until the window counts as done. */
const PAINTED = 0.7

interface Known {
  damage: number
  window: TopLevel
  /** A new window shows the screen's earlier content, own windows included, until it has painted itself. */
  fresh: { since: number; pixels: number } | null
}

/** Where own windows were, and until when (monotonic milliseconds). */
interface Places {
  shapes: Rect[][]
  until: number
}

export class ForeignChanges implements AsyncDisposable {
  readonly #connection: XConnection
  readonly #damage: Damage
  readonly #shape: Shape | null
  readonly #own: Pick<OwnWindows, 'topLevels'>
  readonly #onChange: (rect: Rect) => void
  /** By window, from the bottom to the top. */
  #known = new Map<number, Known>()
  readonly #shaped = new Set<number>()
  #places: Places[] = []
  /** Areas that were painted where an own window is, or was a moment ago. */
  #doubtful: Rect[] = []
  /** True once the windows that were there at the beginning have been listed. */
  #begun = false
  #looking: Promise<void> | null = null
  #lookAgain = false

  private constructor(
    connection: XConnection,
    damage: Damage,
    shape: Shape | null,
    own: Pick<OwnWindows, 'topLevels'>,
    onChange: (rect: Rect) => void,
  ) {
    this.#connection = connection
    this.#damage = damage
    this.#shape = shape
    this.#own = own
    this.#onChange = (rect) => {
      if (this.#begun) onChange(rect)
    }
    connection.onEvent((event) => {
      if (STRUCTURAL.has(event.type) || event.name === 'ShapeNotify') this.#structureChanged()
      if (event.name !== 'DamageNotify' || !event.area || !event.geometry) return
      const { x, y, w, h } = event.area
      for (const { damage, fresh } of this.#known.values())
        if (fresh && damage === event.damage) fresh.pixels -= w * h
      this.#painted({ x: event.geometry.x + x, y: event.geometry.y + y, width: w, height: h })
    })
  }

  /** Takes the connection over. */
  static async watch(
    connection: XConnection,
    own: Pick<OwnWindows, 'topLevels'>,
    onChange: (rect: Rect) => void,
  ): Promise<ForeignChanges> {
    try {
      const damage = await connection.ask<Damage>((reply) => connection.client.require('damage', reply))
      const shape = await connection.askOrNull<Shape>((reply) => connection.client.require('shape', reply))
      const changes = new ForeignChanges(connection, damage, shape, own, onChange)
      await connection.act((client) =>
        client.ChangeWindowAttributes(connection.root, { eventMask: SUBSTRUCTURE }),
      )
      changes.#structureChanged()
      await changes.settled()
      changes.#begun = true
      return changes
    } catch (error) {
      await connection[Symbol.asyncDispose]()
      throw error
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connection[Symbol.asyncDispose]()
    await this.#looking?.catch(() => {})
  }

  /** Returns when changes before this moment have been reported. */
  async settled(): Promise<void> {
    await this.#connection.sync()
    await this.#looking?.catch(() => {})
  }

  /** Returns when the windows that have just opened have painted themselves, or had the time to. */
  async painted(): Promise<void> {
    await this.settled()
    while (this.#isPainting) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }

  get #isPainting(): boolean {
    const now = fairTime()
    return [...this.#known.values()].some(
      ({ fresh }) => fresh !== null && fresh.pixels > 0 && now - fresh.since < PAINT_MS,
    )
  }

  /**
   * The server reports painting where an own window has only uncovered another one. That is no change, so it is judged before it is
   * reported.
   */
  #painted(rect: Rect): void {
    const lately = fairTime() - LATELY_MS
    const isDoubtful = this.#places.some(
      ({ shapes, until }) => until >= lately && shapes.some((shape) => fills(shape, rect)),
    )
    if (!isDoubtful) {
      this.#onChange(rect)
      return
    }
    this.#doubtful.push(rect)
    this.#structureChanged()
  }

  #judge(doubtful: readonly Rect[], own: readonly TopLevel[]): void {
    // The rectangle is still covered, so what was painted lies below the own window.
    for (const rect of doubtful) if (own.some(({ shape }) => fills(shape, rect))) this.#onChange(rect)
  }

  #know(own: readonly TopLevel[]): void {
    const shapes = own.map((window) => window.shape)
    const current = this.#places.at(-1)
    if (current && JSON.stringify(current.shapes) === JSON.stringify(shapes)) return
    const now = fairTime()
    if (current) current.until = now
    const lately = this.#places.filter(({ until }) => until >= now - LATELY_MS)
    this.#places = [...lately, { shapes, until: Number.POSITIVE_INFINITY }]
  }

  /** Reports changes of the own windows' shapes from now on. */
  #followShapes(own: readonly TopLevel[]): void {
    for (const { id } of own) {
      if (this.#shaped.has(id)) continue
      this.#shaped.add(id)
      drop(this.#connection.act(() => this.#shape?.SelectInput(id, true)))
    }
  }

  #structureChanged(): void {
    this.#lookAgain = true
    if (this.#looking) return
    this.#looking = this.#look().finally(() => {
      this.#looking = null
    })
    drop(this.#looking)
  }

  async #look(): Promise<void> {
    while (this.#lookAgain) {
      this.#lookAgain = false
      const doubtful = this.#doubtful
      this.#doubtful = []
      const { own, others } = await this.#own.topLevels()
      this.#judge(doubtful, own)
      this.#know(own)
      this.#followShapes(own)
      const before = this.#known
      const both = (id: number) => before.has(id) && others.some((window) => window.id === id)
      const orderBefore = [...before.keys()].filter(both)
      const orderNow = others.map(({ id }) => id).filter(both)
      const now = await Promise.all(
        others.map(async (window): Promise<[number, Known]> => {
          const known = before.get(window.id)
          const damage = known?.damage ?? (await this.#listen(window.id))
          const isFresh = this.#begun && (!known || !isAsLarge(known.window, window))
          return [window.id, { window, damage, fresh: isFresh ? freshOf(window) : (known?.fresh ?? null) }]
        }),
      )
      this.#known = new Map(now)
      for (const [id, { window, damage }] of before) {
        const known = this.#known.get(id)
        if (!known) this.#forget(damage)
        const moved = orderBefore.indexOf(id) !== orderNow.indexOf(id)
        if (known && !moved && isSame(known.window, window)) continue
        this.#onChange(window.bounds)
        if (known) this.#onChange(known.window.bounds)
      }
      for (const [id, { window }] of this.#known) if (!before.has(id)) this.#onChange(window.bounds)
    }
  }

  /** The window may be gone by now; its end is then reported. */
  async #listen(window: number): Promise<number> {
    const id = this.#connection.client.AllocID()
    const { RawRectangles } = this.#damage.ReportLevel
    await this.#connection.act(() => this.#damage.Create(id, window, RawRectangles)).catch(() => {})
    return id
  }

  /** The damage object is gone already when its window is. */
  #forget(damage: number): void {
    drop(this.#connection.act(() => this.#damage.Destroy(damage)))
  }
}

const freshOf = ({ bounds }: TopLevel): Known['fresh'] => ({
  since: fairTime(),
  pixels: bounds.width * bounds.height * PAINTED,
})

const isAsLarge = ({ bounds: one }: TopLevel, { bounds: other }: TopLevel): boolean =>
  one.width === other.width && one.height === other.height

const isSame = (one: TopLevel, other: TopLevel): boolean =>
  JSON.stringify([one.bounds, one.shape]) === JSON.stringify([other.bounds, other.shape])

/** Tells whether disjoint rectangles together fill another one. */
function fills(parts: readonly Rect[], rect: Rect): boolean {
  let left = rect.width * rect.height
  for (const part of parts) {
    const common = intersection(part, rect)
    if (common) left -= common.width * common.height
  }
  return left <= 0
}
