// Gives ids to windows and controls: decimal strings from one counter, stable until the thing is gone, never given twice.
import type { Control, WindowInfo } from '../../../core/desktop.ts'
import { screenRect } from '../../../core/geometry.ts'
import type { PlatformElement, PlatformWindow } from '../../../platform/platform.ts'
import type { DesktopMemory } from '../protocol/messages.ts'

/** The most controls to remember. Those not seen for longest go first. */
const MAX_REMEMBERED = 20_000

interface KnownControl {
  id: string
  ref: string
  role: string
  /** Handle of its window. */
  window: string
}

export class Registry {
  #next: number
  /** Handle → id. */
  readonly #windows: Map<string, string>
  /** Role and ref → control, in the order in which they were last seen. */
  readonly #controls = new Map<string, KnownControl>()
  readonly #byId = new Map<string, KnownControl>()

  constructor(memory: Pick<DesktopMemory, 'next_id' | 'windows'> = { next_id: 1, windows: {} }) {
    this.#next = memory.next_id
    this.#windows = new Map(Object.entries(memory.windows))
  }

  get memory(): Pick<DesktopMemory, 'next_id' | 'windows'> {
    return { next_id: this.#next, windows: Object.fromEntries(this.#windows) }
  }

  newId(): string {
    return String(this.#next++)
  }

  /** Takes all current windows, and forgets the ids of closed ones, with their controls. */
  updateWindows(windows: PlatformWindow[]): WindowInfo[] {
    const there = new Set(windows.map((window) => window.handle))
    let gone = false
    for (const handle of this.#windows.keys()) {
      if (there.has(handle)) continue
      this.#windows.delete(handle)
      gone = true
    }
    if (gone) for (const known of this.#controls.values()) if (!there.has(known.window)) this.#forget(known)
    // The ids are given from back to front, so that the first id of a fresh desktop belongs to its oldest window.
    for (const window of windows.toReversed()) this.windowId(window.handle)
    return windows.map((window) => this.windowInfo(window))
  }

  /** Describes a window without its text, which is read only where it is needed. */
  windowInfo(window: PlatformWindow): WindowInfo {
    return {
      id: this.windowId(window.handle),
      title: window.title,
      process_name: window.processName,
      application: window.application,
      pid: window.pid,
      bounds: window.bounds,
      active: window.active,
      minimized: window.minimized,
      kind: window.kind,
      modal: window.modal,
      owner: window.owner === null ? null : (this.#windows.get(window.owner) ?? null),
      says: null,
      unsaved: false,
    }
  }

  /** Gives the id of a window; a new one to a window seen for the first time. */
  windowId(handle: string): string {
    const known = this.#windows.get(handle)
    if (known !== undefined) return known
    const id = this.newId()
    this.#windows.set(handle, id)
    return id
  }

  /** Gives the handle of the window with this id, null when no window has it. */
  handleOf(id: string): string | null {
    for (const [handle, known] of this.#windows) if (known === id) return handle
    return null
  }

  /** Makes controls of the elements of `window`'s tree; an element of one of its dialogs or pop-ups gets the id of that one. */
  controls(elements: PlatformElement[], window: PlatformWindow): Control[] {
    const ids = new Map<string, string>()
    const listed = elements.map((element) => {
      const control = this.control(element, element.window ?? window.handle)
      ids.set(element.ref, control.id)
      return { control, parent: element.parent }
    })
    return listed.map(({ control, parent }) => ({
      ...control,
      parent: parent === null ? null : (ids.get(parent) ?? null),
    }))
  }

  /** Makes a control of one element, its parent unknown. */
  control(element: PlatformElement, window: string): Control {
    return {
      id: this.#controlId(element, window),
      role: element.role,
      name: element.name,
      value: element.role === 'password' ? null : element.value,
      description: element.description,
      states: element.states,
      bounds: screenRect(element.bounds),
      window_id: this.windowId(window),
      parent: null,
      depth: element.depth,
      actions: element.actions,
    }
  }

  /** Gives the control last seen under an id; null for an id that was never given, or whose control is known to be gone. */
  known(id: string): KnownControl | null {
    return this.#byId.get(id) ?? null
  }

  #controlId(element: PlatformElement, window: string): string {
    const key = `${element.role} ${element.ref}`
    const known = this.#controls.get(key)
    if (known) {
      this.#controls.delete(key)
      this.#controls.set(key, known)
      known.window = window
      return known.id
    }
    const added: KnownControl = { id: this.newId(), ref: element.ref, role: element.role, window }
    this.#controls.set(key, added)
    this.#byId.set(added.id, added)
    if (this.#controls.size > MAX_REMEMBERED) {
      const oldest = this.#controls.values().next().value
      if (oldest) this.#forget(oldest)
    }
    return added.id
  }

  #forget(known: KnownControl): void {
    this.#controls.delete(`${known.role} ${known.ref}`)
    this.#byId.delete(known.id)
  }
}
