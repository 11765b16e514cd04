// Lists the windows of a macOS desktop, front to back: what the window server shows, with what the applications say of it.
import type { ScreenPoint } from '../../core/geometry.ts'
import { contains } from '../../core/geometry.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { PlatformWindow } from '../platform.ts'
import type { Applications, ApplicationWindow } from './applications.ts'
import { rounded } from './ax/describe.ts'
import { windowNumberAt } from './native/app-kit.ts'
import type { WindowStates } from './window-states.ts'
import { programOf, serverScreens, serverWindows, type ServerWindow } from './native/graphics.ts'

/** Levels (CGWindowLevel.h) of windows that a person works in: ordinary, floating and modal ones. */
const WORK: ReadonlySet<number> = new Set([0, 3, 8])
/** Levels of pop-up menus and what lies over them; the help level is that of tips. */
const POPUP = { from: 101, to: 200 } as const
/** Points: what is smaller is an anchor that nobody sees. */
const MIN_SIZE = 4

const isPopup = ({ layer }: ServerWindow): boolean => layer >= POPUP.from && layer <= POPUP.to
const isShown = ({ alpha, bounds: { width, height } }: ServerWindow): boolean =>
  alpha > 0 && width >= MIN_SIZE && height >= MIN_SIZE

export const handleOf = (id: number): string => String(id)
export const idOfHandle = (handle: string): number => Number(handle)

export class WindowList {
  readonly #applications: Applications
  readonly #states: Pick<WindowStates, 'isLarge'>
  #own: ReadonlySet<number> = new Set()
  /** pid → name of its program. */
  readonly #programs = new Map<number, string>()

  constructor(applications: Applications, states: Pick<WindowStates, 'isLarge'>) {
    this.#applications = applications
    this.#states = states
  }

  get own(): ReadonlySet<number> {
    return this.#own
  }

  setOwn(handles: readonly string[]): void {
    this.#own = new Set(handles.map(idOfHandle))
  }

  async list(run: RunControl): Promise<PlatformWindow[]> {
    const shown = serverWindows('on screen').filter((window) => isShown(window) && !this.#own.has(window.id))
    const work = shown.filter(({ layer }) => WORK.has(layer))
    const hidden = serverWindows('all').filter(
      ({ layer, id, pid }) => WORK.has(layer) && !this.#own.has(id) && pid !== process.pid,
    )
    const pids = new Set([...work, ...hidden].map(({ pid }) => pid))
    this.#applications.keepOnly(pids)
    const told = new Map<number, ApplicationWindow[] | null>()
    for (const pid of pids) {
      const ids = work.filter((window) => window.pid === pid).map(({ id }) => id)
      told.set(pid, await this.#applications.windows(pid, ids, run))
    }
    const active = (await this.#applications.focusedWindow(run)) ?? null
    const listed = shown.flatMap((window) => {
      if (isPopup(window)) return this.#popup(window)
      return WORK.has(window.layer)
        ? (this.#describe(window, told.get(window.pid) ?? null, active) ?? [])
        : []
    })
    const ids = new Set(shown.map(({ id }) => id))
    const minimized = hidden.filter(({ id, pid }) => {
      const known = told.get(pid)?.find((one) => one.id === id)
      return known?.minimized === true && !ids.has(id)
    })
    return [
      ...listed,
      ...minimized.flatMap((window) => this.#describe(window, told.get(window.pid) ?? null, active) ?? []),
    ].map((window, _, all) => ({ ...window, owner: window.owner ?? ownerOf(window, all) }))
  }

  /** Tells whether an own window would take a click at a point. */
  isOwnAt(point: ScreenPoint): boolean {
    const top = serverWindows('on screen').find(
      (window) => isShown(window) && contains(rounded(window.bounds), point),
    )
    if (!top || !this.#own.has(top.id)) return false
    // The window server's list does not tell which windows let clicks through; AppKit knows, and where it does not, the click is taken.
    const hit = windowNumberAt(point, primaryHeight())
    return hit === null || this.#own.has(hit)
  }

  #describe(
    window: ServerWindow,
    told: readonly ApplicationWindow[] | null,
    active: number | null,
  ): PlatformWindow | null {
    const known = told?.find(({ id }) => id === window.id)
    // An application that lists its windows has others that are no windows to a person: shadows, anchors, caches.
    if (told && !known) return null
    const { facts, sheetOf, minimized = false } = known ?? {}
    const isDialog = sheetOf != null || facts?.kind.role === 'dialog'
    const title = facts ? facts.name : (window.title ?? '')
    return {
      handle: handleOf(window.id),
      title,
      ...this.#process(window),
      bounds: rounded(window.bounds),
      active: active === window.id,
      minimized,
      ...(this.#states.isLarge(window.id, rounded(window.bounds)) && { maximized: true }),
      kind: isDialog ? 'dialog' : 'normal',
      modal: sheetOf != null || (facts?.modal ?? false),
      owner: sheetOf == null ? null : handleOf(sheetOf),
    }
  }

  #popup(window: ServerWindow): PlatformWindow {
    return {
      handle: handleOf(window.id),
      title: window.title ?? '',
      ...this.#process(window),
      bounds: rounded(window.bounds),
      active: false,
      minimized: false,
      kind: 'popup',
      modal: false,
      owner: null,
    }
  }

  #process({ pid, owner }: ServerWindow): { processName: string; application: string; pid: number } {
    let name = this.#programs.get(pid)
    if (name === undefined) {
      name = programOf(pid)?.split('/').at(-1) ?? ''
      this.#programs.set(pid, name)
    }
    return { processName: name === '' ? owner : name, application: owner === '' ? name : owner, pid }
  }
}

/** A dialog that holds up its whole application belongs to the window of that which is in front. */
function ownerOf(window: PlatformWindow, all: readonly PlatformWindow[]): string | null {
  if (window.kind !== 'dialog' || !window.modal) return null
  return (
    all.find(({ kind, pid, minimized }) => kind === 'normal' && pid === window.pid && !minimized)?.handle ??
    null
  )
}

/** Lists the dialogs and menus of a window, and theirs. `all`: the windows, front to back. */
export function belongingTo(window: PlatformWindow, all: readonly PlatformWindow[]): PlatformWindow[] {
  const inside = new Set([window.handle])
  for (let before = 0; before !== inside.size;) {
    before = inside.size
    for (const { handle, owner } of all) if (owner !== null && inside.has(owner)) inside.add(handle)
  }
  return all.filter(({ handle, minimized }) => handle !== window.handle && inside.has(handle) && !minimized)
}

const primaryHeight = (): number => serverScreens().find(({ primary }) => primary)?.bounds.height ?? 0
