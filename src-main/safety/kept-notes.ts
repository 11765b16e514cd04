// Finds the file in which an application keeps a text that its window shows, where no title names one: programs for notes save by themselves
// into a folder of their own, under names that nobody is told.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { statOf } from '../core/stat.ts'
import { filesBelow } from './command-outputs.ts'

/** Bytes up to which a file is looked into. */
const MAX_FILE = 5_000_000
/** Letters that tell a text: a shorter one stands in too many files. */
const TELLING = 6
/** A few words beside one another, which no format has signs between; and how many of such pieces are looked for. */
const PIECE = /[\p{L}\p{N}]+(?: [\p{L}\p{N}]+){0,2}/gu
const MAX_PIECES = 20
/** Words that stand before the name of a program of a desktop. */
const OF_DESKTOP = /^(?:xfce4|gnome|mate|kde|org\.\w+)[-.]/

/** `folders`: where programs keep their data, each in a folder of its name. */
export function fileKeeping(process: string, text: string, folders: readonly string[]): string | null {
  const pieces = (text.match(PIECE) ?? []).filter(({ length }) => length >= TELLING).slice(0, MAX_PIECES)
  if (pieces.length === 0) return null
  for (const folder of foldersOf(process.toLowerCase(), folders)) {
    const found = filesBelow(folder)
      .map((below) => join(folder, below))
      .find((path) => holds(path, pieces))
    if (found !== undefined) return found
  }
  return null
}

const foldersOf = (process: string, folders: readonly string[]): string[] =>
  [...new Set([process, process.replace(OF_DESKTOP, '')])].flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  )

/** The folders of a desktop in which programs keep their data; `env` is that of its programs. */
export const dataFolders = (env: Readonly<Record<string, string | undefined>>, home: string): string[] => [
  env['XDG_DATA_HOME'] || join(home, '.local/share'),
  env['XDG_CONFIG_HOME'] || join(home, '.config'),
]

/** Whether a file has most of a text, whose words it may mark. */
function holds(path: string, pieces: readonly string[]): boolean {
  const found = statOf(path)
  if (found?.isFile() !== true || found.size > MAX_FILE) return false
  try {
    const content = readFileSync(path)
    return pieces.filter((piece) => content.includes(piece)).length * 2 > pieces.length
  } catch {
    return false
  }
}
