// Finds the pictures that the system shows of the app: its icon, and the one of the tray for each state.
import { fileURLToPath } from 'node:url'
import type { Glance } from '../../src-preload/contract/calls/app.ts'

/** `resources/` lies two folders above this code, in the sources and in the package. */
const icon = (path: string): string =>
  fileURLToPath(new URL(`../../resources/icons/${path}`, import.meta.url))

export const appIconPath = (platform: NodeJS.Platform = process.platform): string =>
  platform === 'win32' ? icon('icon.ico') : icon('512x512.png')

/** @param dark whether the taskbar of Windows is dark; on other systems one icon serves both */
export function trayIconPath(
  glance: Glance,
  dark: boolean,
  platform: NodeJS.Platform = process.platform,
): string {
  if (platform === 'darwin') return icon(`tray/${glance}Template.png`)
  if (platform === 'win32') return icon(`tray/${glance}-${dark ? 'light' : 'dark'}.ico`)
  return icon(`tray/${glance}.png`)
}
