// Lists the app's windows in a table: what each is, how it lies on the desktop, and what becomes of it when it is closed.
import type { BrowserWindowConstructorOptions } from 'electron'
import type { PageName } from './origin.ts'

export type WindowKind = 'chat' | 'quick' | 'border' | 'pill'

export interface WindowSpec {
  page: PageName
  options: BrowserWindowConstructorOptions
  /** The level that it stays at above other windows; null for an ordinary one. */
  onTop: 'floating' | 'screen-saver' | null
  /** The mouse goes through to what lies below. */
  clickThrough: boolean
  /** Kept out of pictures of the screen, where the system can (Windows, macOS). */
  protected: boolean
  /** What closing does: `hide` keeps the page for the next time. */
  onClose: 'close' | 'hide'
}

/** On macOS a panel: it shows above other applications, also full-screen ones, without making this one the active one. */
const PANEL: BrowserWindowConstructorOptions = process.platform === 'darwin' ? { type: 'panel' } : {}

/**
 * Not to be focused: on Linux that makes a window which no window manager touches, always on top on all workspaces; on Windows
 * it is also out of the taskbar.
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
