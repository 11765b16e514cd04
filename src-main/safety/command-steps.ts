// Says where each part of a command line may run, and which files its words mean there.
import { basename } from 'node:path'
import { partsOf, type CommandPart } from './command-parts.ts'
import { MAX_PATHS } from './place-patterns.ts'
import type { Places } from './places.ts'

/**
 * A part of a line with every folder that it may run in, because `cd` may have failed or not been reached. The likeliest folder is the
 * last.
 */
export interface Step extends CommandPart {
  folders: (string | null)[]
}

export interface StartingPlace {
  places: Places
  /** The folder in which the line begins to run. */
  folder: string | null
}

/** The most characters of a command that a person, and this reader, can still read. */
export const MAX_READABLE = 10_000
const MAX_FOLDERS = 50

/** Splits a line into steps; null where that is impossible, or where it may run in too many folders. */
export function stepsOf(command: string, { places, folder }: StartingPlace): Step[] | null {
  const parts = command.length > MAX_READABLE ? null : partsOf(command)
  let folders = [folder]
  const steps = parts?.map((part) => {
    const step = { ...part, folders }
    const [program, ...rest] = part.words
    const to = program === 'cd' ? folderOfCd(rest) : null
    if (to !== null) folders = lastOfEach([...folders, ...pathsMeant(to, folders, places)])
    return step
  })
  return folders.length > MAX_FOLDERS ? null : (steps ?? null)
}

const lastOfEach = <T>(all: readonly T[]): T[] => [...new Set(all.toReversed())].toReversed()

/** The folder that `cd` goes to; null where its words do not name it, like `cd -`. */
export function folderOfCd(words: readonly string[]): string | null {
  const [to = '~', ...more] = words.filter((word) => !/^(-[LPe@]+|--)$/.test(word))
  return more.length > 0 || to === '-' || to === '' ? null : to
}

/** Lists every path that a word may mean in any of the folders. */
export const pathsMeant = (word: string, folders: readonly (string | null)[], places: Places): string[] => [
  ...new Set(folders.slice(0, MAX_FOLDERS).flatMap((folder) => places.meant(word, folder))),
]

/** Says why a wildcard could do more than name files, because a file may be called like an option; null where none does. */
export function faultOfNames({ wild, folders }: Step, places: Places): string | null {
  for (const word of wild) {
    if (word.startsWith('-')) return `what ${word} stands for`
    const names = pathsMeant(word, folders, places)
    if (names.length >= MAX_PATHS) return 'more names than can be looked at'
    const option = word.includes('/')
      ? undefined
      : names.map((path) => basename(path)).find((name) => name.startsWith('-'))
    if (option !== undefined) return `a file that is called ${option}`
  }
  return null
}
