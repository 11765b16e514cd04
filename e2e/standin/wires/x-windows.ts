// What a BrowserWindow is on the X server: mapped or not, its frame, its place, its shape, above others, without focus. A
// window is told what it should be; what has changed since is sent.
import type { Shape } from 'x11'
import type { XConnection } from '../../../src-main/platform/linux/x11/connection.ts'
import type { Rect } from '../../../src-preload/contract/geometry.ts'

export interface WindowLook {
  visible: boolean
  /** Takes the focus when it is shown. */
  activates: boolean
  /** False: the window manager leaves it alone (override-redirect), and it never has the focus. */
  managed: boolean
  frame: boolean
  above: boolean
  skipTaskbar: boolean
  everywhere: boolean
  clickThrough: boolean
  /** Where it is drawn and takes clicks; empty: everywhere. */
  shape: Rect[]
  bounds: Rect
}

const XA_ATOM = 4
const XA_CARDINAL = 6
const XA_WM_HINTS = 35
const XA_WM_NORMAL_HINTS = 40
const XA_WM_SIZE_HINTS = 41
const NORTH_WEST = 1
const US_POSITION = 1
const US_SIZE = 2
const P_WIN_GRAVITY = 512
const INPUT_HINT = 1
const STRUCTURE = 0x20000
const PROPERTIES = 0x400000
const SOURCE_PAGER = 2
const ICONIC_STATE = 3
const ADD = 1
const REMOVE = 0
/** Milliseconds after a change in which Chromium may take the shape off. Measured: 5 to 60. */
const RESHAPE_AFTER = [0, 20, 60, 150, 400]
/** Milliseconds until a new window has to be on the server. Measured: 30, and more than 10,000 beside forty other busy programs. */
const FOUND_WITHIN = 60_000

const words = (...numbers: number[]): Buffer => Buffer.from(Int32Array.from(numbers).buffer)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export class XWindows {
  readonly #x: XConnection
  readonly #shape: Shape
  readonly #looks = new Map<number, WindowLook>()

  private constructor(x: XConnection, shape: Shape) {
    this.#x = x
    this.#shape = shape
  }

  static async over(x: XConnection): Promise<XWindows> {
    const shape = await x.ask<Shape>((reply) => x.client.require('shape', reply))
    await x.act((client) => client.ChangeWindowAttributes(x.root, { eventMask: PROPERTIES }))
    const windows = new XWindows(x, shape)
    x.onEvent((event) => {
      if (event.name === 'ConfigureNotify' || event.name === 'MapNotify') windows.#keepShape(event.wid ?? 0)
    })
    return windows
  }

  /** The window with this title, taken off the screen as soon as it is there. */
  async adopt(title: string): Promise<number> {
    for (const end = Date.now() + FOUND_WITHIN; Date.now() < end; await pause(5)) {
      const window = await this.#find(this.#x.root, title, 3)
      if (window === null) continue
      await this.#mapped(window)
      await this.#x.act((client) => {
        client.ChangeWindowAttributes(window, { eventMask: STRUCTURE | PROPERTIES })
        client.UnmapWindow(window)
      })
      return window
    }
    throw new Error(`No window “${title}” has come up on ${this.#x.name}.`)
  }

  forget(window: number): void {
    this.#looks.delete(window)
  }

  get known(): ReadonlyMap<number, WindowLook> {
    return this.#looks
  }

  async apply(window: number, look: WindowLook): Promise<void> {
    const before = this.#looks.get(window)
    this.#looks.set(window, look)
    const appears = look.visible && !before?.visible
    if (before?.visible && !look.visible) await this.#x.act((client) => client.UnmapWindow(window))
    if (appears) await this.#prepare(window, look)
    if (!before || changed(before.bounds, look.bounds) || appears) await this.#place(window, look.bounds)
    if (!before || changed(before.shape, look.shape) || before.clickThrough !== look.clickThrough)
      await this.#reshape(window, look)
    if (appears) await this.#map(window, look)
    else if (look.visible && look.managed) await this.#update(window, look)
  }

  async activate(window: number): Promise<void> {
    const look = this.#looks.get(window)
    if (!look?.visible) return
    await this.#x.act((client) => client.RaiseWindow(window))
    if (!look.managed) return
    if (await this.#hasManager())
      await this.#x.tellWindowManager(window, '_NET_ACTIVE_WINDOW', [SOURCE_PAGER, 0, 0])
    else await this.#x.act((client) => client.SetInputFocus(window, 1)).catch(() => {})
  }

  /** The outer place of a window as it is now, and whether it is on the screen; null when it is gone. */
  async seen(window: number): Promise<{ bounds: Rect; minimized: boolean; maximized: boolean } | null> {
    const [geometry, origin, extents, state] = await Promise.all([
      this.#x.askOrNull<{ width: number; height: number }>((reply) =>
        this.#x.client.GetGeometry(window, reply),
      ),
      this.#x.askOrNull<{ destX: number; destY: number }>((reply) =>
        this.#x.client.TranslateCoordinates(window, this.#x.root, 0, 0, reply),
      ),
      this.#x.numbers(window, '_NET_FRAME_EXTENTS'),
      this.#x.numbers(window, '_NET_WM_STATE'),
    ])
    if (!geometry || !origin) return null
    const [left = 0, , top = 0] = extents
    const [hidden, tall] = await Promise.all([
      this.#x.atom('_NET_WM_STATE_HIDDEN'),
      this.#x.atom('_NET_WM_STATE_MAXIMIZED_VERT'),
    ])
    return {
      bounds: {
        x: origin.destX - left,
        y: origin.destY - top,
        width: geometry.width,
        height: geometry.height,
      },
      minimized: state.includes(hidden),
      maximized: state.includes(tall),
    }
  }

  async maximize(window: number, on: boolean): Promise<void> {
    const atoms = await Promise.all(
      ['_NET_WM_STATE_MAXIMIZED_VERT', '_NET_WM_STATE_MAXIMIZED_HORZ'].map((name) => this.#x.atom(name)),
    )
    await this.#x.tellWindowManager(window, '_NET_WM_STATE', [on ? ADD : REMOVE, ...atoms, SOURCE_PAGER, 0])
  }

  /** ICCCM: the client asks for its iconic state. */
  async minimize(window: number): Promise<void> {
    await this.#x.tellWindowManager(window, 'WM_CHANGE_STATE', [ICONIC_STATE, 0, 0, 0, 0])
  }

  /** Everything that has to be true before the window manager sees the window. */
  async #prepare(window: number, look: WindowLook): Promise<void> {
    const names = ['_MOTIF_WM_HINTS', '_NET_WM_STATE', '_NET_WM_USER_TIME', '_NET_WM_DESKTOP']
    const [motif = 0, state = 0, userTime = 0, desktop = 0] = await Promise.all(
      names.map((name) => this.#x.atom(name)),
    )
    const states = await this.#states(look)
    await this.#x.act((client) => {
      const set = (name: number, type: number, data: Buffer) =>
        client.ChangeProperty(0, window, name, type, 32, data)
      client.ChangeWindowAttributes(window, { overrideRedirect: look.managed ? 0 : 1 })
      set(motif, motif, words(2, 0, look.frame ? 1 : 0, 0, 0))
      set(state, XA_ATOM, words(...states))
      set(XA_WM_HINTS, XA_WM_HINTS, words(INPUT_HINT, look.managed ? 1 : 0, 0, 0, 0, 0, 0, 0, 0))
      if (look.everywhere) set(desktop, XA_CARDINAL, words(-1))
      // 0: the person did nothing to have it shown, so that it is not given the focus.
      if (look.activates) client.DeleteProperty(window, userTime)
      else set(userTime, XA_CARDINAL, words(0))
    })
  }

  async #place(window: number, { x, y, width, height }: Rect): Promise<void> {
    const hints = Array.from({ length: 18 }, () => 0)
    hints[0] = US_POSITION | US_SIZE | P_WIN_GRAVITY
    hints.splice(1, 4, x, y, width, height)
    hints[17] = NORTH_WEST
    await this.#x.act((client) => {
      client.ChangeProperty(0, window, XA_WM_NORMAL_HINTS, XA_WM_SIZE_HINTS, 32, words(...hints))
      client.MoveResizeWindow(window, x, y, width, height)
    })
  }

  async #reshape(window: number, look: WindowLook): Promise<void> {
    const { Kind, Op } = this.#shape
    const set = (kind: number, rectangles: Rect[] | null) =>
      this.#x.act(() => {
        if (rectangles === null) this.#shape.Mask(Op.Set, kind, window, 0, 0, 0)
        else
          this.#shape.Rectangles(
            Op.Set,
            kind,
            window,
            0,
            0,
            rectangles.map(({ x, y, width, height }) => [x, y, width, height]),
          )
      })
    await set(Kind.Bounding, look.shape.length > 0 ? look.shape : null)
    await set(Kind.Input, look.clickThrough ? [] : look.shape.length > 0 ? look.shape : null)
  }

  /** Chromium takes the shape off when it learns of a new place or size: it is put on again after that. */
  #keepShape(window: number): void {
    for (const ms of RESHAPE_AFTER)
      setTimeout(() => {
        const look = this.#looks.get(window)
        if (look?.clickThrough || look?.shape.length) this.#reshape(window, look).catch(() => {})
      }, ms)
  }

  async #map(window: number, look: WindowLook): Promise<void> {
    await this.#x.act((client) => {
      client.MapWindow(window)
      if (!look.managed) client.RaiseWindow(window)
    })
    await this.#mapped(window)
    if (look.activates) await this.activate(window)
  }

  async #update(window: number, look: WindowLook): Promise<void> {
    const wanted = await this.#states(look)
    const all = await this.#states({ ...look, above: true, skipTaskbar: true, everywhere: true })
    const is = await this.#x.numbers(window, '_NET_WM_STATE')
    for (const state of all) {
      if (wanted.includes(state) === is.includes(state)) continue
      const change = wanted.includes(state) ? ADD : REMOVE
      await this.#x.tellWindowManager(window, '_NET_WM_STATE', [change, state, 0, SOURCE_PAGER, 0])
    }
  }

  async #states(look: WindowLook): Promise<number[]> {
    const names = [
      ...(look.above ? ['_NET_WM_STATE_ABOVE'] : []),
      ...(look.skipTaskbar ? ['_NET_WM_STATE_SKIP_TASKBAR', '_NET_WM_STATE_SKIP_PAGER'] : []),
      ...(look.everywhere ? ['_NET_WM_STATE_STICKY'] : []),
    ]
    return Promise.all(names.map((name) => this.#x.atom(name)))
  }

  async #hasManager(): Promise<boolean> {
    return (await this.#x.numbers(this.#x.root, '_NET_SUPPORTING_WM_CHECK')).length > 0
  }

  async #mapped(window: number): Promise<void> {
    for (const end = Date.now() + 3_000; Date.now() < end; await pause(3)) {
      const attributes = await this.#x.askOrNull<{ mapState: number }>((reply) =>
        this.#x.client.GetWindowAttributes(window, reply),
      )
      if (!attributes || attributes.mapState === 2) return
    }
  }

  async #find(parent: number, title: string, depth: number): Promise<number | null> {
    const tree = await this.#x.askOrNull<{ children: number[] }>((reply) =>
      this.#x.client.QueryTree(parent, reply),
    )
    for (const child of tree?.children ?? []) {
      const name = await this.#x.property(child, '_NET_WM_NAME')
      if (name?.data.toString().startsWith(title)) {
        // Not the frame that a window manager has put around it and named alike.
        if ((await this.#x.property(child, '_NET_WM_PID')) !== null) return child
      }
      const below = depth > 1 ? await this.#find(child, title, depth - 1) : null
      if (below !== null) return below
    }
    return null
  }
}

const changed = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b)
