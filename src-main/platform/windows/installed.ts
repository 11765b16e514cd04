// Finds what is installed: programs that come with Windows, registered ones, and what the Start menu shows.
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { InstalledApplication } from '../../core/desktop.ts'
import { programFolders, programNames, variableOf } from '../../core/system.ts'
import type { Environment } from '../operating-system.ts'
import { appPath } from './native/registry.ts'
import { readShortcut } from './shortcut.ts'

/** Maps everyday names of Windows' programs to their files. */
export const KNOWN: Record<string, string> = {
  notepad: 'notepad', editor: 'notepad', 'text editor': 'notepad', notes: 'notepad', 记事本: 'notepad',
  calculator: 'calc', calc: 'calc', 计算器: 'calc',
  paint: 'mspaint', wordpad: 'wordpad', explorer: 'explorer', 'file explorer': 'explorer', files: 'explorer',
  'task manager': 'taskmgr', taskmgr: 'taskmgr', 'control panel': 'control',
  'command prompt': 'cmd', terminal: 'wt', powershell: 'powershell',
} // prettier-ignore
/** Maps a program that may not be found itself to another one that starts it: `write` starts WordPad. */
const STARTED_BY: Record<string, string> = { wordpad: 'write' }
const MAX_MENU_DEPTH = 4
/** Entries of the Start menu that are no applications. */
const IS_NO_APPLICATION =
  /\b(uninstall|remove|readme|read me|help|website|home page|release notes|license)\b/i

interface Entry {
  name: string
  /** The shortcut. */
  file: string
}

/** Lists what a person could open, by name. Windows does not say in one place which files each opens, so that is left empty. */
export async function installedApplications(env: Environment): Promise<InstalledApplication[]> {
  const [own, entries] = await Promise.all([ownPrograms(env), menuEntries(env)])
  const startable = await Promise.all(
    entries.map(async ({ name, file }) => {
      if (IS_NO_APPLICATION.test(name)) return []
      return (await readFile(file).then(readShortcut, () => null)) ? [name] : []
    }),
  )
  const byName = new Map([...own, ...startable.flat()].map((name) => [name.toLowerCase(), name]))
  return [...byName.values()]
    .toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    .map((name) => ({ name, opens: [] }))
}

/** Names the programs that come with Windows and are here, each once, by the first of its everyday names. */
async function ownPrograms(env: Environment): Promise<string[]> {
  const names = new Map(
    Object.entries(KNOWN)
      .toReversed()
      .map(([name, file]) => [file, name]),
  )
  const found = await Promise.all(
    [...names].map(async ([file, name]) => ((await installedProgram(file, env)) === null ? [] : [name])),
  )
  return found.flat().map((name) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`)
}

/** Gives the file of a program; null where it is not installed. */
export async function installedProgram(program: string, env: Environment): Promise<string | null> {
  const starter = STARTED_BY[program]
  return (
    appPath(`${program}.exe`) ??
    (await inPath(program, env)) ??
    (starter === undefined ? null : installedProgram(starter, env))
  )
}

async function inPath(program: string, env: Environment): Promise<string | null> {
  for (const folder of programFolders(env)) {
    for (const name of programNames(program).filter((one) => one.endsWith('.exe'))) {
      const path = join(folder, name)
      if (
        await stat(path).then(
          (found) => found.isFile(),
          () => false,
        )
      )
        return path
    }
  }
  return null
}

/** Lists the shortcuts of the Start menu, the person's and everyone's. */
export async function menuEntries(env: Environment): Promise<Entry[]> {
  const menus = ['APPDATA', 'ProgramData'].flatMap((name) => variableOf(env, name) ?? [])
  const found = await Promise.all(
    menus.map((folder) => shortcutsIn(join(folder, 'Microsoft', 'Windows', 'Start Menu', 'Programs'), 0)),
  )
  return found.flat()
}

async function shortcutsIn(folder: string, depth: number): Promise<Entry[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const nested = await Promise.all(
    entries.map(async (entry) => {
      const file = join(folder, entry.name)
      if (entry.isDirectory()) return depth < MAX_MENU_DEPTH ? shortcutsIn(file, depth + 1) : []
      return /\.lnk$/i.test(entry.name) ? [{ name: entry.name.slice(0, -4), file }] : []
    }),
  )
  return nested.flat()
}
