// Where the app keeps what Chromium and Electron keep: inside the data folder of Deskhand, so that two homes are two apps.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'

/** Before the app is ready, and before the lock of the single instance, which lies there. Returns the folder. */
export function useDataFolder(home: string): string {
  const folder = join(home, 'app')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  app.setPath('userData', folder)
  app.setPath('sessionData', folder)
  return folder
}
