// Verifies on the disk that work with files has had its effect.
import { basename, dirname } from 'node:path'
import { seen } from '../../../../src-preload/contract/evidence.ts'
import { isThere, statOf } from '../../../core/stat.ts'
import { fileWork, isFileTool } from '../../../safety/file-work.ts'
import type { ActMemory } from '../acting/act-memory.ts'
import { home } from '../targeting/files.ts'
import { short } from '../targeting/names.ts'
import { fails, holds, type Postcondition, type Verdict } from './verdict.ts'

const sizeOf = (path: string): number | null => {
  const found = statOf(path)
  return found?.isFile() ? found.size : null
}
const counted = (paths: readonly string[]): Record<string, string> => ({
  count: String(paths.length),
  name: short(basename(paths[0] ?? '')),
})

/** Remembers this before the act: when the effect is judged, a name that was free is taken. */
export function filesBefore(tool: string, parameters: Record<string, unknown>): ActMemory['files'] {
  if (!isFileTool(tool)) return null
  const work = fileWork(tool, parameters, home())
  return { work, sizes: work.pairs.map(({ from }) => sizeOf(from)) }
}

/** Holds when each file is where it was to go, as large as before, and, unless it was copied, no longer where it was. */
export const filesVerified: Postcondition = ({ files }) =>
  Promise.resolve(files === null ? fails('files_unknown', true) : judge(files))

function judge({ work, sizes }: NonNullable<ActMemory['files']>): Verdict {
  const { pairs, makes, leaves } = work
  const missing = [...pairs.map(({ to }) => to), ...makes].find((path) => !isThere(path))
  if (missing !== undefined) return fails(seen('file_missing', { path: short(missing) }))
  const other = pairs.find(({ to }, index) => sizeOf(to) !== sizes[index])
  if (other) return fails(seen('file_differs', { path: short(other.to), from: short(other.from) }))
  const taken = new Set(pairs.map(({ to }) => to))
  const left = leaves.find((path) => !taken.has(path) && isThere(path))
  if (left !== undefined) return fails(seen('file_left', { path: short(left) }))
  // A folder that was made for files is told by where they are.
  const names = taken.size > 0 ? [...taken] : makes
  if (names.length === 0) return holds(seen('files_gone', counted(leaves)))
  return holds(seen('files_there', { ...counted(names), folder: short(dirname(names[0] ?? '')) }))
}
