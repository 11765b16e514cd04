// Hashes the files that a command line would run, so that an approval of the command is an approval of their content.
import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { pathsOf } from '../../../safety/command-paths.ts'
import { absolutePath } from './files.ts'

/** The largest file to hash by its content. A larger one counts by its size and last change. */
const MAX_BYTES = 4 * 1024 * 1024
const MAX_FILES = 50
/** Folders of the system, whose programs change only with its updates. */
const OF_THE_SYSTEM = /^\/(usr|bin|sbin|lib\w*|opt|snap)\//

/** Hashes the content of every regular file outside of the system's folders that the command names; null for none. */
export async function hashOfScripts(command: string, cwd: string): Promise<string | null> {
  const folder = cwd === '' ? absolutePath('~/') : cwd
  const paths = pathsOf(command)
    .map((path) => absolutePath(path, folder))
    .filter((path) => path !== null)
    .filter((path) => !OF_THE_SYSTEM.test(path))
  const hash = createHash('sha256')
  let files = 0
  for (const path of [...new Set(paths)].slice(0, MAX_FILES)) {
    const content = await contentOf(path)
    if (content === null) continue
    hash.update(`${path}\0`).update(content).update('\0')
    files++
  }
  return files === 0 ? null : hash.digest('hex').slice(0, 16)
}

async function contentOf(path: string): Promise<Buffer | string | null> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) return null
  if (found.size > MAX_BYTES) return `${found.size} ${found.mtimeMs}`
  const file = await open(path).catch(() => null)
  if (file === null) return `${found.size} ${found.mtimeMs}`
  try {
    return await file.readFile()
  } catch {
    return `${found.size} ${found.mtimeMs}`
  } finally {
    await file.close()
  }
}
