// Starts the app with the computer: by Electron's login items on macOS and Windows, by an autostart entry on Linux.
import { mkdir, rm } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { app } from 'electron'
import { writeFileAtomically } from '../core/atomic-file.ts'

/** Tells the app at its start to open no window. */
export const HIDDEN_FLAG = '--hidden'

/** Works only for a packaged app, because a checkout would be started as plain Electron. */
export async function setOpenAtLogin(wanted: boolean, env: NodeJS.ProcessEnv): Promise<void> {
  if (!app.isPackaged) return
  if (process.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: wanted, args: [HIDDEN_FLAG] })
    return
  }
  const folder = autostartFolder(env)
  const path = join(folder, 'deskhand.desktop')
  if (!wanted) {
    await rm(path, { force: true })
    return
  }
  await mkdir(folder, { recursive: true })
  // An AppImage is mounted at another place at each start; APPIMAGE is the path of its file.
  await writeFileAtomically(path, autostartEntry(env.APPIMAGE ?? app.getPath('exe')))
}

/** Finds the folder by the XDG autostart specification. */
export function autostartFolder(env: NodeJS.ProcessEnv): string {
  const config = env.XDG_CONFIG_HOME ?? ''
  return join(isAbsolute(config) ? config : join(env.HOME ?? app.getPath('home'), '.config'), 'autostart')
}

export function autostartEntry(program: string): string {
  // The Desktop Entry specification requires two quotings: one for the argument, one for the string.
  const quoted = program
    .replace(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Deskhand',
    `Exec="${quoted}" ${HIDDEN_FLAG}`,
    'Icon=deskhand',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n')
}
