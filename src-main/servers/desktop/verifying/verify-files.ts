// Verifies on the disk that work with files has had its effect.
import { basename, dirname } from 'node:path'
import { isThere, statOf } from '../../../core/stat.ts'
import { fileWork, isFileTool } from '../../../safety/file-work.ts'
import type { ActMemory } from '../acting/act-memory.ts'
import { home } from '../targeting/files.ts'
import { quoted } from '../targeting/names.ts'
import { fails, holds, type Postcondition, type Verdict } from './verdict.ts'

const sizeOf = (path: string): number | null => {
  const found = statOf(path)
  return found?.isFile() ? found.size : null
}
const counted = (paths: readonly string[]): string =>
  paths.length === 1 ? quoted(basename(paths[0] ?? '')) : `${paths.length} files`
const are = (paths: readonly string[]): string => (paths.length === 1 ? 'is' : 'are')

/** Remembers this before the act: when the effect is judged, a name that was free is taken. */
export function filesBefore(tool: string, parameters: Record<string, unknown>): ActMemory['files'] {
  if (!isFileTool(tool)) return null
  const work = fileWork(tool, parameters, home())
  return { work, sizes: work.pairs.map(({ from }) => sizeOf(from)) }
}

/** Holds when each file is where it was to go, as large as before, and, unless it was copied, no longer where it was. */
export const filesVerified: Postcondition = ({ files }) =>
  Promise.resolve(files === null ? fails('It is not known which files were meant.', true) : judge(files))

function judge({ work, sizes }: NonNullable<ActMemory['files']>): Verdict {
  const { pairs, makes, leaves } = work
  const missing = [...pairs.map(({ to }) => to), ...makes].find((path) => !isThere(path))
  if (missing !== undefined) return fails(`There is no ${quoted(missing)}.`)
  const other = pairs.find(({ to }, index) => sizeOf(to) !== sizes[index])
  if (other) return fails(`${quoted(other.to)} is not as large as ${quoted(other.from)} was.`)
  const taken = new Set(pairs.map(({ to }) => to))
  const left = leaves.find((path) => !taken.has(path) && isThere(path))
  if (left !== undefined) return fails(`${quoted(left)} is still there.`)
  // A folder that was made for files is told by where they are.
  const names = taken.size > 0 ? [...taken] : makes
  if (names.length === 0) return holds(`${counted(leaves)} ${are(leaves)} no longer there.`)
  return holds(`${counted(names)} ${are(names)} in ${quoted(dirname(names[0] ?? ''))}.`)
}
