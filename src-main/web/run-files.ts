// Finds pictures and documents of a run, by the address that the contract gives them: `/files/<run>/<path>`.
import { realpath, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { isSafeTaskName, logsFolder } from '../recorder/run-folder.ts'
import { COMMON_HEADERS, FILE_POLICY } from './page-policy.ts'

const PICTURES: Record<string, string> = { '.jpeg': 'image/jpeg', '.jpg': 'image/jpeg', '.png': 'image/png' }
/** Files that are never shown in the page's own origin: the browser is told to save them. */
const DOCUMENTS: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
}

export interface RunFile {
  /** Absolute, without links in it. */
  path: string
  /** Bytes. */
  size: number
  headers: Record<string, string>
}

/** The parts of a path in a browser's spelling, each decoded once; null for one that can't be a file name. */
function partsOf(path: string): string[] | null {
  try {
    const parts = path.split('/').map(decodeURIComponent)
    return parts.every((part) => part !== '' && !part.startsWith('.') && !/[\\/\0]/.test(part)) ? parts : null
  } catch {
    return null
  }
}

/**
 * Finds the file of a path such as `/files/first-request/action_step1.png`; null where none may be shown: another kind of file, one outside
 * of its run's folder (also by a link), a folder.
 */
export async function findRunFile(home: string, path: string): Promise<RunFile | null> {
  const [files, run, ...rest] = partsOf(path.replace(/^\//, '')) ?? []
  const name = rest.at(-1)
  if (files !== 'files' || run === undefined || name === undefined || !isSafeTaskName(run)) return null
  const ending = extname(name).toLowerCase()
  const picture = PICTURES[ending]
  const type = picture ?? DOCUMENTS[ending]
  if (type === undefined) return null
  try {
    const folder = join(await realpath(logsFolder(home)), run)
    const file = await realpath(join(folder, ...rest))
    const found = await stat(file)
    if (!file.startsWith(folder + sep) || !found.isFile()) return null
    const headers = {
      ...COMMON_HEADERS,
      'Content-Type': type,
      'Content-Security-Policy': FILE_POLICY,
      'Cache-Control': 'no-store',
      ...(picture
        ? {}
        : { 'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}` }),
    }
    return { path: file, size: found.size, headers }
  } catch {
    return null
  }
}
