// Says which files a tool of FileExecutor reads, writes and removes, from its parameters and what lies on the disk now.
// The tool carries it out, the gate judges it, and the effect is verified by it: all three mean the same files.
import { basename, dirname, isAbsolute, join, normalize } from 'node:path'
import { missingCaseError } from '../core/control-flow.ts'
import { isFolder, isThere } from '../core/stat.ts'
import { withoutScheme } from './places.ts'

export const FILE_TOOLS = [
  'list_folder',
  'read_file',
  'copy_files',
  'move_files',
  'rename_files',
  'make_folder',
  'trash_files',
] as const
export type FileTool = (typeof FILE_TOOLS)[number]
export const isFileTool = (name: string): name is FileTool => (FILE_TOOLS as readonly string[]).includes(name)
/** Tools that only look. */
export const READING_FILE_TOOLS: ReadonlySet<string> = new Set<FileTool>(['list_folder', 'read_file'])

/** What a file tool would do. All paths are absolute. */
export interface FileWork {
  /** Files and folders that are read, listed or copied. */
  reads: string[]
  /** From where to where something is copied, moved or renamed. */
  pairs: { from: string; to: string }[]
  /** Folders to make, including missing target folders. */
  makes: string[]
  /** Files that leave their place, because they are moved, renamed or put in the trash. */
  leaves: string[]
  /** Existing files that would be replaced. */
  replaces: string[]
}

/** Gives the absolute path that a parameter means: `~`, `file:` and names in the home folder. */
export function filePath(text: string, home: string): string {
  const path = withoutScheme(text.trim()).replace(/^~(?=\/|$)/, home)
  return normalize(isAbsolute(path) ? path : join(home, path)).replace(/(?<=.)\/$/, '')
}

/** Accepts any `parameters`, and ignores those that do not fit their tool. */
export function fileWork(tool: FileTool, parameters: Record<string, unknown>, home: string): FileWork {
  const work: FileWork = { reads: [], pairs: [], makes: [], leaves: [], replaces: [] }
  const path = (value: unknown): string[] => (typeof value === 'string' ? [filePath(value, home)] : [])
  const files = listOf(parameters['files']).flatMap(path)
  switch (tool) {
    case 'list_folder':
    case 'read_file':
      return { ...work, reads: path(parameters['path']) }
    case 'make_folder':
      return { ...work, makes: path(parameters['path']) }
    case 'trash_files':
      return { ...work, leaves: files }
    case 'copy_files':
    case 'move_files': {
      const to = typeof parameters['to'] === 'string' ? parameters['to'] : null
      if (to === null) return { ...work, reads: files }
      const pairs = files.map((from) => ({ from, to: destinationOf(from, files.length, to, home) }))
      const folders = [...new Set(pairs.map((pair) => dirname(pair.to)))]
      const makes = folders.filter((folder) => !isThere(folder))
      return ofPairs({ ...work, makes }, pairs, tool === 'move_files')
    }
    case 'rename_files': {
      const folder = path(parameters['folder'])[0]
      const names = listOf(parameters['names']).flatMap((each) => {
        const { from, to } = (each ?? {}) as Record<string, unknown>
        return typeof from === 'string' && typeof to === 'string' ? [{ from, to }] : []
      })
      const pairs = names.map(({ from, to }) => ({
        from: join(folder ?? home, from),
        to: join(folder ?? home, to),
      }))
      return ofPairs(work, pairs, true)
    }
    default:
      return missingCaseError(tool)
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function ofPairs(work: FileWork, pairs: FileWork['pairs'], leave: boolean): FileWork {
  const leaves = leave ? pairs.map(({ from }) => from) : []
  // A name is free if another file of the same call gives it up.
  const replaces = pairs.map(({ to }) => to).filter((to) => isThere(to) && !leaves.includes(to))
  return { ...work, reads: pairs.map(({ from }) => from), pairs, leaves, replaces }
}

/** Gives a path in `to` where `to` is a folder or is written as one; else `to` is the new path of the one file. */
function destinationOf(from: string, count: number, to: string, home: string): string {
  const path = filePath(to, home)
  const isInto = count > 1 || /\/\s*$/.test(to) || isFolder(path)
  return isInto ? join(path, basename(from)) : path
}
