// Lists the windows of a Windows desktop, front to back: what the system lists, without what nobody can see.
import { contains, screenRect, type ScreenPoint, type ScreenRect } from '../../core/geometry.ts'
import type { PlatformWindow } from '../platform.ts'
import { frameEdges, isCloaked } from './native/dwm.ts'
import { isElevated, programOf } from './native/kernel32.ts'
import {
  childrenOf,
  classOf,
  clientEdges,
  extendedStyleOf,
  isIconic,
  isZoomed,
  isWindowEnabled,
  isWindowVisible,
  outerEdges,
  processOf,
  relative,
  styleOf,
  titleOf,
  topLevelWindows,
  type Edges,
} from './native/user32.ts'

const WS_CAPTION = 0xc0_0000n
const WS_EX_TRANSPARENT = 0x20n
/** The desktop itself, behind all windows. */
const SHELL = /^(Progman|WorkerW)$/
/** Menus, lists of combo boxes, tips. */
const POPUPS = /^(#32768|ComboLBox|tooltips_class32|Xaml_WindowedPopupClass|DropDown)$/
const DIALOG = '#32770'
/**
 * A Store application's window belongs to a process that frames all of them; its content is in a child window of the application's own
 * process.
 */
const FRAME = 'ApplicationFrameWindow'
const CORE = 'Windows.UI.Core.CoreWindow'

export const handleOf = (window: bigint): string => `0x${window.toString(16)}`
export const windowOf = (handle: string): bigint => BigInt(handle)

export const rectOf = ({ left, top, right, bottom }: Edges): ScreenRect =>
  screenRect({ x: left, y: top, width: right - left, height: bottom - top })

export class WindowList {
  #own: ReadonlySet<string> = new Set()
  /** pid → facts that stay the same while the process lives. */
  readonly #processes = new Map<number, { name: string; elevated: boolean }>()

  setOwn(handles: readonly string[]): void {
    this.#own = new Set(handles.map((handle) => handleOf(windowOf(handle))))
  }

  isOwn(window: bigint): boolean {
    return this.#own.has(handleOf(window))
  }

  /** Lists the windows; `active` is the window in front that has the keyboard. */
  list(active: bigint): PlatformWindow[] {
    const seen = topLevelWindows().filter((window) => isShown(window) && !this.isOwn(window))
    const listed = seen.flatMap((window) => this.#describe(window, active) ?? [])
    const pids = new Set(listed.map(({ pid }) => pid))
    for (const pid of this.#processes.keys()) if (!pids.has(pid)) this.#processes.delete(pid)
    return listed
  }

  /** Finds the window, own ones too, that would take a click at a point. */
  topAt(point: ScreenPoint): bigint | null {
    const takes = (window: bigint) =>
      isShown(window) &&
      !isIconic(window) &&
      (extendedStyleOf(window) & WS_EX_TRANSPARENT) === 0n &&
      contains(rectOf(outerEdges(window)), point)
    return topLevelWindows().find(takes) ?? null
  }

  #describe(window: bigint, active: bigint): PlatformWindow | null {
    const className = classOf(window)
    if (SHELL.test(className)) return null
    const title = titleOf(window)
    const owner = relative(window, 'owner')
    const kind = kindOf(className, title, owner, styleOf(window))
    if (kind === null) return null
    const inner =
      className === FRAME ? [...childrenOf(window)].find((child) => classOf(child) === CORE) : null
    const pid = processOf(inner ?? window)
    const { name, elevated } = this.#process(pid)
    return {
      handle: handleOf(window),
      title,
      processName: name,
      application: name,
      pid,
      bounds: rectOf(className === FRAME ? frameEdges(window) : clientEdges(window)),
      active: window === active,
      minimized: isIconic(window),
      maximized: isZoomed(window),
      kind,
      modal: kind === 'dialog' && owner !== 0n && !isWindowEnabled(owner),
      owner: owner === 0n ? null : handleOf(owner),
      elevated,
    }
  }

  #process(pid: number): { name: string; elevated: boolean } {
    const kept = this.#processes.get(pid)
    if (kept) return kept
    const name = (programOf(pid) ?? '').replace(/^.*\\/, '').replace(/\.exe$/i, '')
    const process = { name: name === '' ? `process ${pid}` : name, elevated: isElevated(pid) }
    this.#processes.set(pid, process)
    return process
  }
}

/** Lists the dialogs and menus of a window, and theirs. `all`: the windows, front to back. */
export function belongingTo(window: PlatformWindow, all: readonly PlatformWindow[]): PlatformWindow[] {
  const inside = new Set([window.handle])
  // An owned window is always in front of its owner, so from back to front each owner comes before what it owns.
  for (const { handle, owner, kind, pid } of all.toReversed()) {
    const isLoosePopup = kind === 'popup' && owner === null && pid === window.pid
    if (isLoosePopup || (owner !== null && inside.has(owner))) inside.add(handle)
  }
  return all.filter(({ handle, minimized }) => handle !== window.handle && inside.has(handle) && !minimized)
}

/** Null for what a person does not take for a window: it has neither a title nor an owner. */
function kindOf(
  className: string,
  title: string,
  owner: bigint,
  style: bigint,
): PlatformWindow['kind'] | null {
  if (POPUPS.test(className)) return 'popup'
  if (className === DIALOG) return 'dialog'
  if (owner !== 0n) return (style & WS_CAPTION) === WS_CAPTION ? 'dialog' : 'popup'
  return title.trim() === '' ? null : 'normal'
}

function isShown(window: bigint): boolean {
  if (!isWindowVisible(window) || isCloaked(window)) return false
  const { width, height } = rectOf(outerEdges(window))
  return isIconic(window) || (width > 0 && height > 0)
}
