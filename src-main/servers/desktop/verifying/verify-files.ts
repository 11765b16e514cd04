// Verifies on the disk that work with files has had its effect.
import { basename, dirname } from 'node:path'
import { seen } from '../../../../src-preload/contract/evidence.ts'
import { isThere } from '../../../core/stat.ts'
import { codeWork, RUN_CODE } from '../../../safety/code-work.ts'
import { fileWork, isFileTool } from '../../../safety/file-work.ts'
import type { ActMemory } from '../acting/act-memory.ts'
import { home, modifiedAt, sizeOf } from '../targeting/files.ts'
import { short } from '../targeting/names.ts'
import { fails, holds, type Postcondition, type Verdict } from './verdict.ts'

const counted = (paths: readonly string[]): Record<string, string> => ({
  count: String(paths.length),
  name: short(basename(paths[0] ?? '')),
})

/** The innermost folder that has all of them, in it or below it. */
function folderOf(paths: readonly string[]): string {
  let folder = dirname(paths[0] ?? '')
  const isIn = (path: string) => path.startsWith(folder === '/' ? folder : `${folder}/`)
  while (!paths.every(isIn) && folder !== dirname(folder)) folder = dirname(folder)
  return folder
}

/** Remembers the files before the act, because a free name is taken once the effect is judged. */
export function filesBefore(tool: string, parameters: Record<string, unknown>): ActMemory['files'] {
  if (!isFileTool(tool)) return null
  const work = fileWork(tool, parameters, home())
  return { work, sizes: work.pairs.map(({ from }) => sizeOf(from)) }
}

/** Remembers the files that a script shall leave. */
export function resultsBefore(tool: string, parameters: Record<string, unknown>): ActMemory['results'] {
  if (tool !== RUN_CODE) return []
  return codeWork(parameters, home()).writes.map((path) => ({ path, modified: modifiedAt(path) }))
}

/** Holds when each file that a script was to leave is written since. One that leaves none has changed nothing. */
export const resultsVerified: Postcondition = ({ results }) => {
  const old = results.find(({ path, modified }) => [null, modified].includes(modifiedAt(path)))
  if (old) return Promise.resolve(fails(seen('file_not_new', { path: short(old.path) })))
  const paths = results.map(({ path }) => path)
  if (paths.length === 0) return Promise.resolve(holds('changes_nothing'))
  return Promise.resolve(holds(seen('files_there', { ...counted(paths), folder: short(folderOf(paths)) })))
}

/** Holds when each file is at its target, as large as before, and, unless it was copied, no longer at its source. */
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
  // If files went into a new folder, the evidence names the files instead of the folder.
  const names = taken.size > 0 ? [...taken] : makes
  if (names.length === 0) return holds(seen('files_gone', counted(leaves)))
  return holds(seen('files_there', { ...counted(names), folder: short(folderOf(names)) }))
}
