// The stand-in invents nothing: what it calls by a name of Electron, Electron has. A name too many is a type error here.
import type * as Electron from 'electron'
import { expect, test } from 'vitest'
import type { app } from './app.ts'
import type { IpcMain } from './ipc.ts'
import type { Menu, MenuItem, Tray } from './menu.ts'
import type { nativeImage, NativeImage } from './native-image.ts'
import type { protocol } from './origins.ts'
import type { defaultSession } from './session.ts'
import type {
  dialog,
  globalShortcut,
  nativeTheme,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  screen,
  shell,
} from './system.ts'
import type { WebContents } from './web-contents.ts'
import type { BrowserWindow } from './window.ts'

/** Names that `Ours` has and `Theirs` has not, but for those of the stand-in itself. */
type Invented<Ours, Theirs, Own extends string = never> = Exclude<
  keyof Ours,
  keyof Theirs | Own | 'emitCancelable'
>
type All = [
  Invented<typeof app, Electron.App, 'allClosed' | 'becomeReady'>,
  Invented<BrowserWindow, Electron.BrowserWindow, 'lost' | 'moved' | 'activated' | 'owns' | 'isAt'>,
  // Electron has getLastWebPreferences, but not in its types.
  Invented<WebContents, Electron.WebContents, 'destroy' | 'hear' | 'getLastWebPreferences'>,
  Invented<IpcMain, Electron.IpcMain, 'handlerOf'>,
  Invented<typeof defaultSession, Electron.Session, 'settlePermissions' | 'allowDownloads' | 'judgeDownload'>,
  Invented<typeof protocol, Electron.Protocol>,
  Invented<Menu, Electron.Menu>,
  Invented<MenuItem, Electron.MenuItem>,
  Invented<Tray, Electron.Tray, 'image' | 'tip' | 'menu'>,
  Invented<Notification, Electron.Notification>,
  Invented<NativeImage, Electron.NativeImage, 'isTemplate'>,
  Invented<typeof nativeImage, typeof Electron.nativeImage>,
  Invented<typeof dialog, Electron.Dialog>,
  Invented<typeof shell, Electron.Shell>,
  Invented<typeof screen, Electron.Screen>,
  Invented<typeof nativeTheme, Electron.NativeTheme>,
  Invented<typeof powerMonitor, Electron.PowerMonitor>,
  Invented<typeof powerSaveBlocker, Electron.PowerSaveBlocker>,
  Invented<typeof globalShortcut, Electron.GlobalShortcut>,
]

test('every public name of the stand-in is one of Electron', () => {
  const none: All[number][] = []
  expect(none satisfies never[]).toEqual([])
})
