// Listens for the system's wish that the app shows itself, or ends.
import { app, powerMonitor, type BrowserWindow } from 'electron'
import type { Quit } from './quit.ts'

interface LifeOptions {
  quit: Quit
  open: () => void
  /** Called when nothing of the app is left but its process. */
  atEnd: () => void
}

export function followSystem({ quit, open, atEnd }: LifeOptions): void {
  // On macOS this is a click on the icon in the dock.
  app.on('activate', open)
  app.on('window-all-closed', () => {
    // The tray stays. Without this listener Electron would quit.
  })
  app.on('before-quit', (event) => quit.beforeQuit(event))
  app.on('will-quit', atEnd)
  // Linux and macOS report a shutdown here; Windows reports it to windows.
  powerMonitor.on('shutdown', () => quit.withoutAsking())
}

/** Ends the app with the desktop session that this window is in. */
export function followSession(window: BrowserWindow, quit: Quit): void {
  if (process.platform === 'win32') window.on('session-end', () => quit.withoutAsking())
}

/** Makes closing the main window end the app unless it is to be hidden; the window stays while the person is asked. */
export function quitWithWindow(window: BrowserWindow, quit: Quit, isHidden: () => boolean): void {
  window.on('close', (event) => {
    if (quit.isEnding || isHidden()) return
    event.preventDefault()
    app.quit()
  })
}
