// Lists the app's windows in a table: what each is, how it lies on the desktop, and what becomes of it when it is closed.
import type { BrowserWindowConstructorOptions } from 'electron'
import type { PageName } from './origin.ts'

export type WindowKind = 'chat' | 'quick' | 'border' | 'pill'

export interface WindowSpec {
  page: PageName
  options: BrowserWindowConstructorOptions
  /** The level above other windows at which it stays; null for an ordinary window. */
  onTop: 'floating' | 'screen-saver' | null
  /** Mouse events go through to what lies below. */
  clickThrough: boolean
  /** The window is kept out of pictures of the screen, where the system can do that (Windows, macOS). */
  protected: boolean
  /** What closing does; `hide` keeps the page for the next time. */
  onClose: 'close' | 'hide'
}

/** A panel on macOS shows above other applications, also full-screen ones, without activating this one. */
const PANEL: BrowserWindowConstructorOptions = process.platform === 'darwin' ? { type: 'panel' } : {}

/**
 * These windows can't be focused: on Linux no window manager touches such a window, which stays on top on all workspaces; on Windows it is
 * also not in the taskbar.
 */
const OVERLAY: BrowserWindowConstructorOptions = {
  ...PANEL,
  frame: false,
  transparent: true,
  backgroundColor: '#00000000',
  hasShadow: false,
  roundedCorners: false,
  focusable: false,
  skipTaskbar: true,
  resizable: false,
  minimizable: false,
  maximizable: false,
  closable: false,
  fullscreenable: false,
  hiddenInMissionControl: true,
  enableLargerThanScreen: true,
}

export const PILL = { width: 460, height: 44 } as const

export const WINDOWS: Record<WindowKind, WindowSpec> = {
  chat: {
    page: 'index',
    options: { width: 1280, height: 820, minWidth: 480, minHeight: 420 },
    onTop: null,
    clickThrough: false,
    protected: false,
    onClose: 'hide',
  },
  quick: {
    page: 'quick',
    options: {
      ...PANEL,
      width: 640,
      height: 360,
      frame: false,
      resizable: false,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
      skipTaskbar: true,
      hiddenInMissionControl: true,
    },
    onTop: 'floating',
    clickThrough: false,
    protected: false,
    onClose: 'hide',
  },
  border: {
    page: 'border',
    options: { ...OVERLAY, movable: false },
    onTop: 'screen-saver',
    clickThrough: true,
    protected: true,
    onClose: 'close',
  },
  pill: {
    page: 'pill',
    options: { ...OVERLAY, ...PILL },
    onTop: 'screen-saver',
    clickThrough: false,
    protected: true,
    onClose: 'close',
  },
}
