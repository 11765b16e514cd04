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

/** What the end of the session that this window is in means for the app. */
export function followSession(window: BrowserWindow, quit: Quit): void {
  if (process.platform === 'win32') window.on('session-end', () => quit.withoutAsking())
}

/** Closing the main window ends the app where it is not to be hidden; the window stays while that is asked. */
export function quitWithWindow(window: BrowserWindow, quit: Quit, isHidden: () => boolean): void {
  window.on('close', (event) => {
    if (quit.isEnding || isHidden()) return
    event.preventDefault()
    app.quit()
  })
}
