// Finds the folder that a file dialog shows by a row of buttons, one for each folder of its path (GTK); the whole path it does not tell.
import { basename, join } from 'node:path'
import { isFolder } from '../../../core/stat.ts'
import type { PlatformElement } from '../../../platform/platform.ts'
import { home } from './files.ts'
import { foldersCalled } from './shown-files.ts'

/** Pixels by which the buttons of a row may be higher or lower. */
const MAX_ROW_OFFSET = 6

/**
 * The folders that are meant, as far as can be told: the row may be cut at its left, and GTK 4 does not tell which button is the shown folder, so
 * that each may be.
 */
export function foldersOfPath(inside: readonly PlatformElement[]): string[] {
  const buttons = inside.filter(({ role }) => role === 'toggle button' || role === 'button')
  const rows = [...new Set(buttons.map(({ bounds }) => Math.round(bounds.y / MAX_ROW_OFFSET)))].map((row) =>
    buttons
      .filter(({ name, bounds }) => Math.round(bounds.y / MAX_ROW_OFFSET) === row && name.trim() !== '')
      .toSorted((a, b) => a.bounds.x - b.bounds.x),
  )
  return [...new Set(rows.flatMap(foldersOfRow))]
}

function foldersOfRow(row: readonly PlatformElement[]): string[] {
  const chosen = row.findIndex(({ role, states }) => role === 'toggle button' && states.includes('checked'))
  const names = row.map(({ name }) => name.trim())
  const ends = chosen === -1 ? names.map((_, index) => index + 1) : [chosen + 1]
  return ends.flatMap((end) => foldersAt(names.slice(0, end)))
}

/** Folders whose path is made of these names, from the root or the home, or ends with them. The first ones may be of other buttons (“Up Path”). */
function foldersAt(names: readonly string[]): string[] {
  const trails = names.map((_, start) => names.slice(start))
  const whole = trails.map(wholeFolders).find((found) => found.length > 0)
  if (whole) return whole
  const called = foldersCalled(names.at(-1) ?? '')
  const fitting = trails.map((trail) => called.filter((folder) => folder.endsWith(join('/', ...trail))))
  return fitting.find((found) => found.length > 0) ?? []
}

const wholeFolders = ([first = '', ...rest]: readonly string[]): string[] =>
  [join('/', first, ...rest), ...(isHome(first) ? [join(home(), ...rest)] : [])].filter(isFolder)

const isHome = (name: string): boolean =>
  name === basename(home()) ||
  /^(?:home|persönlicher ordner|dossier personnel|carpeta personal|主文件夹)$/i.test(name)
