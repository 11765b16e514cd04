// Says which files a command line writes, adds to, reads or moves with all that is in them.
import { basename, join } from 'node:path'
import { isFolder } from '../core/stat.ts'
import { RECURSIVE } from './command-line.ts'
import type { CommandPart } from './command-parts.ts'
import { pathsMeant, stepsOf, type StartingPlace, type Step } from './command-steps.ts'
import { entriesOf, MAX_PATHS, patternsOf } from './place-patterns.ts'

/** Programs that take all of a folder with them. */
const TAKES_FOLDERS = new Set('tar zip 7z 7za rar rsync scp rg ag ack cpio borg restic gio'.split(' '))
const MOVES_FOLDERS = new Set('mv rm trash trash-put gvfs-trash shred chmod chown'.split(' '))

/** Lists every folder that a command line may run in: where it begins, and where it goes. */
export function foldersOf(command: string, { places, folder: start }: StartingPlace): (string | null)[] {
  const steps = stepsOf(`${command}\ntrue`, { places, folder: start })
  return [...new Set(steps?.at(-1)?.folders ?? [start])]
}

/** Lists absolute paths of files that a command line writes anew, by redirects and copies. Appending replaces nothing. */
export const filesWritten = (command: string, start: StartingPlace): string[] =>
  filesOfSteps(command, start, (step, meant) => [...step.into, ...outputsOf(step, meant)])

/** Lists absolute paths of files that a command line only adds to. */
export const filesAddedTo = (command: string, start: StartingPlace): string[] =>
  filesOfSteps(command, start, (step) => [...step.onto, ...(addsByTee(step) ? operandsOf(step) : [])])

/** Gives every path that a word may mean in one folder. */
type Meant = (word: string) => string[]

function filesOfSteps(
  command: string,
  { places, folder }: StartingPlace,
  wordsOf: (step: Step, meant: Meant) => string[],
): string[] {
  const steps = stepsOf(command, { places, folder }) ?? roughSteps(command, folder)
  return steps
    .flatMap((step) =>
      step.folders.flatMap((here) => {
        const meant = (word: string) => patternsOf(word).flatMap((each) => places.meant(each, here))
        return wordsOf(step, meant).flatMap(meant)
      }),
    )
    .filter((path) => path !== '' && path !== '/dev/null')
}

/** Where the line can't be taken apart: what stands behind its arrows all the same. */
const roughSteps = (command: string, folder: string | null): Step[] => [
  {
    words: [],
    wild: [],
    isMade: true,
    unknown: null,
    isPiped: false,
    onto: [],
    from: [],
    folders: [folder],
    into: [...command.matchAll(/(?:^|[^>&<=-])>\|?\s*(["']?)([^\s"';&|<>()]+)\1/g)].map(
      (one) => one[2] ?? '',
    ),
  },
]

const operandsOf = ({ words }: CommandPart): string[] =>
  words.slice(1).filter((word) => !word.startsWith('-'))
const addsByTee = ({ words: [program = '', ...rest] }: CommandPart): boolean =>
  basename(program) === 'tee' && rest.some((word) => /^-\w*a|^--append/.test(word))

function outputsOf(part: CommandPart, meant: Meant): string[] {
  const [program = '', ...rest] = part.words
  const operands = operandsOf(part)
  switch (basename(program)) {
    case 'tee':
      return addsByTee(part) ? [] : operands
    case 'zip':
      return operands.slice(0, 1).flatMap((path) => [path, `${path}.zip`])
    case 'tar':
    case 'bsdtar': {
      const [cluster = ''] = rest
      const at = rest.findIndex((word) => /^-C$|^--directory$/.test(word))
      const archive =
        rest[
          rest.findIndex((word, index) =>
            (index === 0 ? /^-?[a-zA-Z]*f[a-zA-Z]*$/ : /^(-[a-zA-Z]*f|--file)$/).test(word),
          ) + 1
        ] ?? ''
      if (/^-?\w*[cru]|^--(create|append|update)/.test(cluster)) return [archive]
      return /^-?\w*x|^--(extract|get)/.test(cluster) ? [at >= 0 ? (rest[at + 1] ?? '') : '.'] : []
    }
    case 'unzip':
    case '7z':
    case '7za':
    case 'unrar': {
      const at = rest.indexOf('-d')
      const attached = rest.find((word) => /^-o./.test(word) && basename(program) !== 'unzip')
      return [attached?.slice(2) ?? (at >= 0 ? (rest[at + 1] ?? '') : '.')]
    }
    case 'dd':
      return rest.filter((word) => word.startsWith('of=')).map((word) => word.slice(3))
    case 'cp':
    case 'mv':
    case 'install':
    case 'ln':
    case 'gio': {
      const into = rest.findIndex((word) => word === '-t' || word.startsWith('--target-directory'))
      const to = (into >= 0 ? (rest[into]?.split('=')[1] ?? rest[into + 1]) : operands.at(-1)) ?? ''
      if (rest.some((word) => /^-(?!-)\w*n|^--no-clobber/.test(word))) return []
      const folders = meant(to).filter((path) => isFolder(path))
      const from = operands.filter((word) => word !== to)
      return folders.length === 0
        ? [to]
        : folders.flatMap((folder) => from.flatMap((word) => landing(word, folder, meant)))
    }
    default: {
      // Many programs name the file they write to with -o, -O or --output.
      const at = rest.findIndex((word) => /^-[oO]$|^--out(put)?(-(file|document))?$/.test(word))
      const attached = rest.find((word) => /^(-o(?=.)|--out(put)?(-(file|document))?=)/.test(word))
      return [
        ...(at >= 0 ? [rest[at + 1] ?? ''] : []),
        ...(attached ? [attached.replace(/^-o|^--[\w-]+=/, '')] : []),
      ]
    }
  }
}

/** What is put into a folder: by its own name, with all that is in it; of `a/.` only what is in it. */
function landing(word: string, folder: string, meant: Meant): string[] {
  const own = /(^|\/)\.\.?\/?$/.test(word) ? '' : null
  return meant(word).flatMap((path) => {
    const to = join(folder, own ?? basename(path))
    return isFolder(path) ? [to, ...filesBelow(path).map((below) => join(to, below))] : [to]
  })
}

/** Lists names below a folder. Where there are more than can be looked at, the last one is a pattern, which may be any. */
export function filesBelow(folder: string): string[] {
  const files: string[] = []
  const waiting = ['']
  for (let at = 0; at < waiting.length; at++) {
    if (waiting.length + files.length > MAX_PATHS) return [...files, '*']
    const here = waiting[at] ?? ''
    for (const name of entriesOf(join(folder, here))) {
      const below = join(here, name)
      if (isFolder(join(folder, below))) waiting.push(below)
      else files.push(below)
    }
  }
  return files
}

interface WholeFolders {
  /** Read; the files in them keep their names. */
  read: string[]
  /** Told, or packed so that no name says any more what is in them. */
  told: string[]
  /** Moved or removed. */
  moved: string[]
}

/** Lists folders that a command takes with all that is in them. Absolute paths. */
export function wholeFolders(command: string, { places, folder: start }: StartingPlace): WholeFolders {
  const found: WholeFolders = { read: [], told: [], moved: [] }
  for (const { words, folders } of stepsOf(command, { places, folder: start }) ?? []) {
    const [program = '', ...rest] = words
    const name = basename(program)
    const operands = rest.filter((word) => !word.startsWith('-')).flatMap((word) => patternsOf(word))
    const absolute = (paths: string[]) => paths.flatMap((path) => pathsMeant(path, folders, places))
    // Without a folder it looks into the one where it runs.
    if (name === 'rg') found.told.push(...absolute(operands.length > 1 ? operands : [...operands, '.']))
    else if (TAKES_FOLDERS.has(name))
      found.told.push(...absolute(rest[0] === '-C' || operands.includes('.') ? ['.', ...operands] : operands))
    // The pattern to search for is taken for a folder, too, which is harmless because no folder has its name.
    else if (/^([ef]?grep|diff)$/.test(name) && rest.some((word) => RECURSIVE.test(word)))
      found.told.push(...absolute(operands.length > 1 ? operands : [...operands, '.']))
    else if (name === 'cp' && rest.some((word) => /^-(?!-)\w*[aRr]|^--(rec|arc)/.test(word)))
      found.read.push(...absolute(operands.slice(0, -1)))
    if (MOVES_FOLDERS.has(name))
      found.moved.push(...absolute(name === 'mv' ? operands.slice(0, -1) : operands))
  }
  return found
}
