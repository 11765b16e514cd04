// Knows the windows of Deskhand itself on this display: which they are, where they show, whether they would take a click or
// have the keyboard. What the same program opens beside them (menus, tooltips) counts as its own, too.
import type { Composite, Shape } from 'x11'
import type { Rect } from '../../../../src-preload/contract/geometry.ts'
import { intersection, type ScreenPoint } from '../../../core/geometry.ts'
import type { XConnection } from './connection.ts'

const VIEWABLE = 2
const POINTER_ROOT = 1
/** The most windows between a window and the root: window managers put a few frames around. */
const MAX_DEPTH = 8

export interface TopLevel {
  id: number
  /** Border included. */
  bounds: Rect
  /** The parts of the screen that the window draws on. */
  shape: Rect[]
}

export class OwnWindows implements AsyncDisposable {
  readonly #connection: XConnection
  readonly #shape: Shape | null
  readonly #connectAgain: () => Promise<XConnection>
  #ids = new Set<number>()
  #clients = new Set<number>()
  #redirector: XConnection | null = null

  /** Without SHAPE a window's shape is its bounds. `connectAgain` gives another connection to the same server. */
  constructor(connection: XConnection, shape: Shape | null, connectAgain: () => Promise<XConnection>) {
    this.#connection = connection
    this.#shape = shape
    this.#connectAgain = connectAgain
  }

  get any(): boolean {
    return this.#ids.size > 0
  }

  /** True when this process has asked the server to keep the pixels of every window: painting then shows a moment later. */
  get redirects(): boolean {
    return this.#redirector !== null
  }

  async set(ids: readonly number[]): Promise<void> {
    this.#ids = new Set(ids)
    // The windows that this process itself opens for a moment are own windows, too.
    const ours = this.#connection.client.AllocID()
    this.#clients = new Set([ours, ...ids].map((id) => this.#clientOf(id)))
    this.#connection.client.ReleaseID(ours)
    const wanted = this.any && !(await this.isComposited())
    if (wanted !== this.redirects) await this.#redirect(wanted)
  }

  isOwn(id: number): boolean {
    return this.any && (this.#ids.has(id) || this.#clients.has(this.#clientOf(id)))
  }

  /** Lists the visible children of the root from the bottom to the top: own ones, and the others. */
  async topLevels(): Promise<{ own: TopLevel[]; others: TopLevel[] }> {
    const [children, frames] = await Promise.all([this.#children(), this.#frames()])
    const all = await Promise.all(children.map((id) => this.#topLevel(id)))
    const shown = all.filter((window) => window !== null)
    const isOwn = ({ id }: TopLevel) => frames.has(id) || this.isOwn(id)
    return { own: shown.filter(isOwn), others: shown.filter((window) => !isOwn(window)) }
  }

  /** Makes a window take no clicks. */
  async letThrough(window: number): Promise<void> {
    const shape = this.#shape
    if (!shape) return
    await this.#connection.act(() => shape.Rectangles(shape.Op.Set, shape.Kind.Input, window, 0, 0, []))
  }

  /** Tells whether an own window would take a click at this point. */
  async takesPointerAt(point: ScreenPoint): Promise<boolean> {
    if (!this.any) return false
    const { root } = this.#connection
    const [frames, found] = await Promise.all([
      this.#frames(),
      this.#connection.askOrNull<{ child: number }>((reply) =>
        this.#connection.client.TranslateCoordinates(
          root,
          root,
          Math.round(point.x),
          Math.round(point.y),
          reply,
        ),
      ),
    ])
    return found !== null && found.child !== 0 && (frames.has(found.child) || this.isOwn(found.child))
  }

  async hasKeyboard(): Promise<boolean> {
    if (!this.any) return false
    const { focus } = await this.#connection.ask<{ focus: number }>((reply) =>
      this.#connection.client.GetInputFocus(reply),
    )
    if (focus <= POINTER_ROOT) return false
    const [frames, path] = await Promise.all([this.#frames(), this.#pathOf(focus)])
    return path.some((id) => frames.has(id) || this.isOwn(id))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#redirect(false)
  }

  /** The own windows, each with the child of the root that it is in. */
  async #frames(): Promise<Set<number>> {
    const paths = await Promise.all([...this.#ids].map((id) => this.#pathOf(id)))
    return new Set(paths.map((path) => path.at(-1)).filter((id) => id !== undefined))
  }

  /** Lists a window and those around it, without the root. */
  async #pathOf(window: number): Promise<number[]> {
    const path: number[] = []
    let current = window
    while (path.length < MAX_DEPTH) {
      const tree = await this.#connection.askOrNull<{ root: number; parent: number }>((reply) =>
        this.#connection.client.QueryTree(current, reply),
      )
      if (!tree) return []
      path.push(current)
      if (tree.parent === 0 || tree.parent === tree.root) return path
      current = tree.parent
    }
    return path
  }

  async #children(): Promise<number[]> {
    const { root, client } = this.#connection
    const tree = await this.#connection.ask<{ children: number[] }>((reply) => client.QueryTree(root, reply))
    return tree.children
  }

  async #topLevel(id: number): Promise<TopLevel | null> {
    const { client } = this.#connection
    const [attributes, geometry] = await Promise.all([
      this.#connection.askOrNull<{ mapState: number; klass: number }>((reply) =>
        client.GetWindowAttributes(id, reply),
      ),
      this.#connection.askOrNull<{
        xPos: number
        yPos: number
        width: number
        height: number
        borderWidth: number
      }>((reply) => client.GetGeometry(id, reply)),
    ])
    if (!attributes || !geometry || attributes.mapState !== VIEWABLE || attributes.klass !== 1) return null
    const { xPos: x, yPos: y, borderWidth: border } = geometry
    const bounds = {
      x,
      y,
      width: geometry.width + 2 * border,
      height: geometry.height + 2 * border,
    }
    return { id, bounds, shape: await this.#shapeOf(id, bounds, border) }
  }

  async #shapeOf(id: number, bounds: Rect, border: number): Promise<Rect[]> {
    const shape = this.#shape
    if (!shape) return [bounds]
    const found = await this.#connection.askOrNull<{ rectangles: [number, number, number, number][] }>(
      (reply) => shape.GetRectangles(id, shape.Kind.Bounding, reply),
    )
    // X counts the rectangles of a shape from inside the border.
    return (found?.rectangles ?? []).flatMap(([x, y, width, height]) => {
      const rect = { x: bounds.x + border + x, y: bounds.y + border + y, width, height }
      const part = intersection(bounds, rect)
      return part ? [part] : []
    })
  }

  /** Tells whether a compositing manager runs, which keeps the pixels of every window already. */
  isComposited(): Promise<boolean> {
    return this.#connection.isComposited()
  }

  /** Uses a connection of its own: the server ends the redirection with it, and the package has no working request for that. */
  async #redirect(on: boolean): Promise<void> {
    const before = this.#redirector
    this.#redirector = null
    await before?.[Symbol.asyncDispose]()
    if (!on) return
    const connection = await this.#connectAgain()
    try {
      const composite = await connection.ask<Composite>((reply) =>
        connection.client.require('composite', reply),
      )
      await connection.act(() => composite.RedirectSubwindows(connection.root, composite.Redirect.Automatic))
      this.#redirector = connection
    } catch {
      // Without Composite nobody can see below a window; the app then hides its own windows for each picture.
      await connection[Symbol.asyncDispose]()
    }
  }

  /** The X client that made a window, by its resource ids. */
  #clientOf(window: number): number {
    return (window & ~this.#connection.display.resource_mask) >>> 0
  }
}
