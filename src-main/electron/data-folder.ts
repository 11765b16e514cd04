// Chooses where Chromium and Electron keep their data: inside the data folder of Deskhand, so that two homes are two apps.
import { join } from 'node:path'
import { app } from 'electron'
import { messageOf, UserError } from '../core/errors.ts'
import { makeFolder } from '../core/folder.ts'

/** Returns the data folder; throws UserError. Call it before the app is ready, and before the single instance's lock is made there. */
export function useDataFolder(home: string): string {
  const folder = join(home, 'app')
  try {
    makeFolder(folder)
  } catch (error) {
    throw new UserError(
      `The folder ${folder} can’t be made: ${messageOf(error)}. Set DESKHAND_HOME to a folder that you may write.`,
      { cause: error },
    )
  }
  app.setPath('userData', folder)
  app.setPath('sessionData', folder)
  return folder
}
