// The module `electron` as the app's main process sees it here. See README.md.
import { pathToFileURL } from 'node:url'
import { app } from './app.ts'
import { obey, say } from './control.ts'
import { ipcMain } from './ipc.ts'
import { onTold, startWires } from './link.ts'
import { Menu, MenuItem, Tray } from './menu.ts'
import { nativeImage } from './native-image.ts'
import { protocol, serveOrigins } from './origins.ts'
import { record } from './record.ts'
import { defaultSession, session } from './session.ts'
import {
  dialog,
  globalShortcut,
  nativeTheme,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  pressShortcut,
  screen,
  shell,
} from './system.ts'
import { utilityProcess } from './utility-process.ts'
import { BrowserWindow } from './window.ts'

/** Milliseconds that the app's entry may take to be evaluated. */
const ENTRY_MS = 20_000

const electron = {
  app,
  BrowserWindow,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  MenuItem,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
}

export {
  app,
  BrowserWindow,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  MenuItem,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
}

Object.defineProperty(process.versions, 'electron', { value: '45.4.1-standin', enumerable: true })
Object.assign(process, { type: 'browser' })
if (process.env['STANDIN_PACKAGED'] === '1')
  Object.assign(process, { resourcesPath: process.env['STANDIN_RESOURCES'] })
const [entry = ''] = process.argv.slice(1)
// A packed app is named by nothing but its binary.
if (app.isPackaged) process.argv.splice(1, 1)
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => {
    // An app that listens itself decides itself.
    if (process.listenerCount(signal) === 1) app.quit()
  })

onTold('shortcut', ({ accelerator }) => pressShortcut(accelerator))
obey({ ...electron, standin: record })

/**
 * Electron is ready only after the app's entry has been evaluated: one that waits for it at its top level waits for ever. (The
 * import gives the entry that Node is evaluating already.)
 */
async function start(): Promise<void> {
  // A command of the app has no windows, and may have no screen.
  const endpoint = process.env['STANDIN_WINDOWS'] === '0' ? '' : await startWires(await serveOrigins())
  if (endpoint !== '') await defaultSession.allowDownloads()
  const patience = setTimeout(
    () => fail(new Error(`The entry has not been evaluated: does it wait for 'ready' at its top level?`)),
    ENTRY_MS,
  )
  await import(pathToFileURL(entry).href)
  clearTimeout(patience)
  say({ standin: 'ready', endpoint })
  app.becomeReady()
}

function fail(error: unknown): void {
  const why = error instanceof Error ? String(error.stack) : String(error)
  say({ standin: 'failed', why })
  process.stderr.write(`The stand-in can't start: ${why}\n`)
  process.exit(1)
}

start().catch(fail)
