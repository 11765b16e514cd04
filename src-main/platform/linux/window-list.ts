// Keeps the list of windows, and reads it anew only when the X server reports a change of them.
import { RunControl } from '../../core/run-control.ts'
import type { PlatformWindow } from '../platform.ts'
import { XConnection } from './x11/connection.ts'

/** Bits of the X protocol's event mask. */
const STRUCTURE = 0x2_0000
const SUBSTRUCTURE = 0x8_0000
const PROPERTY = 0x40_0000
const PROPERTY_NOTIFY = 28
const STRUCTURAL = new Set([16, 17, 18, 19, 21, 22]) // create, destroy, unmap, map, reparent, configure

/** The properties that a description of a window is made of. Others change with every key press (`_NET_WM_USER_TIME`). */
const PROPERTIES = [
  '_NET_CLIENT_LIST_STACKING',
  '_NET_ACTIVE_WINDOW',
  '_NET_SUPPORTING_WM_CHECK',
  '_NET_WM_NAME',
  'WM_NAME',
  '_NET_WM_PID',
  'WM_CLASS',
  'WM_TRANSIENT_FOR',
  'WM_STATE',
  '_NET_WM_STATE',
  '_NET_WM_WINDOW_TYPE',
  '_GTK_FRAME_EXTENTS',
]
/** A new window needs its events selected and then a second look: this many looks at most. */
const MAX_LOOKS = 4

interface Lister {
  windows(run: RunControl): Promise<PlatformWindow[]>
}

export class WindowList implements AsyncDisposable {
  readonly #connection: XConnection
  readonly #lister: Lister
  readonly #atoms: Set<number>
  readonly #selected = new Set<number>()
  #current: Promise<PlatformWindow[]> | null = null

  private constructor(connection: XConnection, lister: Lister, atoms: Set<number>) {
    this.#connection = connection
    this.#lister = lister
    this.#atoms = atoms
    connection.onEvent((event) => {
      const told =
        event.type === PROPERTY_NOTIFY ? this.#atoms.has(event.atom ?? 0) : STRUCTURAL.has(event.type)
      if (told) this.#current = null
    })
  }

  /** Throws ToolError when the display can't be reached. */
  static async open(env: Record<string, string | undefined>, lister: Lister): Promise<WindowList> {
    const connection = await XConnection.open(env)
    const atoms = await Promise.all(PROPERTIES.map((name) => connection.atom(name)))
    const list = new WindowList(connection, lister, new Set(atoms))
    const eventMask = SUBSTRUCTURE | PROPERTY
    await connection.act((client) => client.ChangeWindowAttributes(connection.root, { eventMask }))
    return list
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connection[Symbol.asyncDispose]()
  }

  /** Called when what counts as a window has changed. */
  forget(): void {
    this.#current = null
  }

  /** Lists the windows front to back. Callers must not change what is returned. */
  async windows(run: RunControl): Promise<PlatformWindow[]> {
    // `sync` is a barrier: all events that the server has sent so far have been read.
    if (this.#current) await run.race(this.#connection.sync())
    // The look has a RunControl of its own, so the other callers still get their answer when the first one is stopped.
    this.#current ??= this.#look(new RunControl()).catch((error: unknown) => {
      this.#current = null
      throw error
    })
    return run.race(this.#current)
  }

  async #look(run: RunControl): Promise<PlatformWindow[]> {
    let list = await this.#lister.windows(run)
    for (let look = 1; look < MAX_LOOKS && (await this.#select(list)); look++)
      list = await this.#lister.windows(run)
    return list
  }

  /** True when some windows were new, so their earlier changes were not reported. */
  async #select(list: readonly PlatformWindow[]): Promise<boolean> {
    const ids = list.map((window) => Number(window.handle))
    for (const id of this.#selected) if (!ids.includes(id)) this.#selected.delete(id)
    const fresh = ids.filter((id) => !this.#selected.has(id))
    await Promise.all(
      fresh.map(async (id) => {
        this.#selected.add(id)
        // The window may be gone by now; the root window reports its end then.
        const select = () =>
          this.#connection.client.ChangeWindowAttributes(id, { eventMask: STRUCTURE | PROPERTY })
        await this.#connection.act(select).catch(() => {})
      }),
    )
    return fresh.length > 0
  }
}
