// Finds the icons of applications as their desktop entries name them (Icon Theme Specification 0.13, without the inheritance of themes:
// an application brings its own icon in `hicolor`, and the desktop's theme has the rest).
import { readFile, stat } from 'node:fs/promises'
import { dirname, extname, isAbsolute, join } from 'node:path'
import type { ApplicationIcon } from '../../core/desktop.ts'
import type { Environment } from '../operating-system.ts'
import {
  applicationFolders,
  desktopEntries,
  plainness,
  programOf,
  type DesktopEntry,
} from './launch-entries.ts'

/** In the order of their fitness for a place of 16 to 32 pixels. */
const SIZES = ['32x32', '48x48', 'scalable', '24x24', '64x64', '128x128', '256x256', '22x22', '16x16']
const THEMES = ['hicolor', 'Adwaita', 'gnome']
const TYPES: Record<string, ApplicationIcon['type']> = { '.png': 'image/png', '.svg': 'image/svg+xml' }
/** The most bytes of a file that is taken for an icon. */
const MAX_BYTES = 256 * 1024

/** Gives the icons of those applications that have one, by the names that were asked for: of people, or of processes. */
export async function applicationIcons(
  names: readonly string[],
  env: Environment,
): Promise<Record<string, ApplicationIcon>> {
  const entries = await desktopEntries(env)
  const found = await Promise.all(
    names.map(async (name) => {
      const icon = entryNamed(name, entries)?.icon
      return [name, icon ? await readIcon(icon, env) : null] as const
    }),
  )
  return Object.fromEntries(found.flatMap(([name, icon]) => (icon === null ? [] : [[name, icon]])))
}

function entryNamed(name: string, entries: readonly DesktopEntry[]): DesktopEntry | null {
  const wanted = name.toLowerCase()
  const tests: ((entry: DesktopEntry) => boolean)[] = [
    (entry) => entry.name.toLowerCase() === wanted,
    (entry) => programOf(entry).toLowerCase() === wanted,
    (entry) => entry.id.toLowerCase() === wanted,
    (entry) => entry.names.includes(wanted),
  ]
  for (const test of tests) {
    // Of several entries of one program the plainest is the program itself, and the others its parts: LibreOffice, its Base.
    const [found] = entries
      .filter((entry) => entry.icon !== null && test(entry))
      .toSorted((one, other) => plainness(one) - plainness(other))
    if (found) return found
  }
  return null
}

async function readIcon(icon: string, env: Environment): Promise<ApplicationIcon | null> {
  for (const file of filesOf(icon, env)) {
    const type = TYPES[extname(file).toLowerCase()]
    if (!type) continue
    const isIcon = await stat(file).then(
      (found) => found.isFile() && found.size > 0 && found.size <= MAX_BYTES,
      () => false,
    )
    const bytes = isIcon ? await readFile(file).catch(() => null) : null
    if (bytes) return { type, data: bytes.toString('base64') }
  }
  return null
}

/** Lists the files that an icon may be in, the best first. */
function filesOf(icon: string, env: Environment): string[] {
  if (isAbsolute(icon)) return [icon]
  if (icon.includes('/')) return []
  const known = extname(icon).toLowerCase() in TYPES
  const names = known ? [icon] : Object.keys(TYPES).map((ending) => icon + ending)
  const shares = applicationFolders(env).map((folder) => dirname(folder))
  const folders = [
    ...THEMES.flatMap((theme) =>
      SIZES.flatMap((size) => shares.map((share) => join(share, 'icons', theme, size, 'apps'))),
    ),
    ...shares.map((share) => join(share, 'pixmaps')),
  ]
  return folders.flatMap((folder) => names.map((name) => join(folder, name)))
}
