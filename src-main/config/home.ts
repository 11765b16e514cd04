// Finds where Deskhand keeps its files: DESKHAND_HOME, or the platform's folder for a user's application data.
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'

/** Returns an absolute path; the folder need not exist. XDG_DATA_HOME counts only when it is absolute, as its specification says. */
export function deskhandHome(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  const user = (platform === 'win32' ? env.USERPROFILE : env.HOME) || homedir()
  const chosen = env.DESKHAND_HOME?.trim()
  if (chosen) return resolve(chosen.replace(/^~(?=$|[\\/])/, user))
  if (platform === 'darwin') return join(user, 'Library', 'Application Support', 'Deskhand')
  if (platform === 'win32') return join(env.APPDATA || join(user, 'AppData', 'Roaming'), 'Deskhand')
  const data = env.XDG_DATA_HOME ?? ''
  return join(isAbsolute(data) ? data : join(user, '.local', 'share'), 'deskhand')
}
