// When the system tells the app to show itself, or to end.
import { app, powerMonitor, type BrowserWindow } from 'electron'
import type { Quit } from './quit.ts'

interface LifeOptions {
  quit: Quit
  open: () => void
  /** Nothing of the app is left but its process. */
  atEnd: () => void
}

export function followSystem({ quit, open, atEnd }: LifeOptions): void {
  // macOS: a click on the icon in the dock.
  app.on('activate', open)
  app.on('window-all-closed', () => {
    // The tray stays. Without this listener Electron would quit.
  })
  app.on('before-quit', (event) => quit.beforeQuit(event))
  app.on('will-quit', atEnd)
  // Linux and macOS; Windows tells it to windows.
  powerMonitor.on('shutdown', () => quit.withoutAsking())
}

/** What the end of this window, or of the session that it is in, means for the app. */
export function followWindow(window: BrowserWindow, quit: Quit, isMain: boolean): void {
  if (process.platform === 'win32') window.on('session-end', () => quit.withoutAsking())
  if (!isMain) return
  // Closed for good, not hidden: the app goes with it, but on macOS, where apps live without windows.
  window.on('closed', () => {
    if (process.platform !== 'darwin' && !quit.isEnding) app.quit()
  })
}
