// Gives the engine the app's windows: names them by the handles of the system, and moves them away when it looks or clicks.
import { screen, type BrowserWindow } from 'electron'
import type { Point } from '../../src-preload/contract/geometry.ts'
import type { OwnWindows } from '../core/own-windows.ts'
import type { PictureShield } from '../core/picture-shield.ts'
import type { Overlay } from './overlay.ts'
import type { WindowKind } from './window-table.ts'
import type { Windows } from './windows.ts'

/** Milliseconds until the area below a hidden or moved window has been drawn. */
const REDRAW_MS = 40

const OVERLAY = ['border', 'pill'] as const satisfies readonly WindowKind[]
const ORDINARY = ['chat', 'quick'] as const satisfies readonly WindowKind[]

export function ownWindows(windows: Windows, overlay: Overlay): OwnWindows {
  return {
    shield: shieldOf(windows, overlay),
    handles: () => windows.all().map((window) => handleOf(window)),
    onChanged: (listener) => windows.onChanged(listener),
  }
}

/** Reads Electron's `window:ID:0`: the ID is the X window, the HWND, or the CGWindowID. Writes X ids as X tools do. */
export function handleOf(
  window: Pick<BrowserWindow, 'getMediaSourceId'>,
  platform = process.platform,
): string {
  const id = window.getMediaSourceId().split(':')[1] ?? ''
  return platform === 'linux' ? `0x${Number(id).toString(16)}` : id
}

function shieldOf(windows: Windows, overlay: Overlay): PictureShield {
  let hidden: BrowserWindow[] = []
  return {
    async hide() {
      const shown = OVERLAY.map((kind) => windows.find(kind)).filter((window) => window?.isVisible() === true)
      hidden = shown.filter((window) => window !== null)
      for (const window of hidden) window.hide()
      if (hidden.length > 0) await wait(REDRAW_MS)
    },
    show() {
      for (const window of hidden) if (!window.isDestroyed()) window.showInactive()
      hidden = []
      overlay.comeBack()
      return Promise.resolve()
    },
    async clear(point) {
      overlay.stepAside(point)
      for (const kind of ORDINARY) {
        const window = windows.find(kind)
        if (window?.isVisible() === true && !window.isMinimized() && covers(window, point)) {
          if (kind === 'quick') window.hide()
          else window.minimize()
        }
      }
      await wait(REDRAW_MS)
    },
  }
}

function covers(window: BrowserWindow, point: Point): boolean {
  const at = process.platform === 'darwin' ? point : screen.screenToDipPoint(point)
  const { x, y, width, height } = window.getBounds()
  return at.x >= x && at.x < x + width && at.y >= y && at.y < y + height
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
