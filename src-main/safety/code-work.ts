// Says which files a script in the sandbox reads and leaves, from its parameters and what lies on the disk now. The tool carries it out and the
// gate judges it: both mean the same files. The sandbox sees to it that the script reaches no others.
import { basename, join } from 'node:path'
import { isFolder, isThere } from '../core/stat.ts'
import type { DocumentWork } from './document-work.ts'
import { filePath } from './file-work.ts'

export const RUN_CODE = 'run_code'

/** Accepts any `parameters`, and ignores those that do not fit. A file that the script reads, and may leave anew, is changed. */
export function codeWork(parameters: Record<string, unknown>, home: string): DocumentWork {
  const files = Array.isArray(parameters['files']) ? parameters['files'] : []
  const reads = files.flatMap((file) => (typeof file === 'string' ? [filePath(file, home)] : []))
  const writes = resultsOf(parameters['results'], home).map(({ to }) => to)
  const there = writes.filter(isThere)
  const isChanged = (path: string) => parameters['replace'] === true && reads.includes(path)
  return {
    reads,
    writes,
    replaces: there.filter((path) => !isChanged(path)),
    changes: there.filter(isChanged),
  }
}

/** The files of the script's folder that are to be kept, and where. A folder as `to` keeps the name. */
export function resultsOf(value: unknown, home: string): { file: string; to: string }[] {
  return (Array.isArray(value) ? value : []).flatMap((each) => {
    const { file, to } = (each ?? {}) as Record<string, unknown>
    if (typeof file !== 'string' || typeof to !== 'string') return []
    const path = filePath(to, home)
    return [{ file, to: /\/\s*$/.test(to) || isFolder(path) ? join(path, basename(file)) : path }]
  })
}
