// Finds named pipes in the folders that a script may read: a folder that can't be written does not keep a script from writing to a pipe in it.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The most entries that are looked through. */
const MAX_ENTRIES = 100_000
const MAX_PIPES = 200

/** Lists the pipes below these folders, which no link is followed to; null where there is too much to look through. */
export async function pipesBelow(folders: readonly string[]): Promise<string[] | null> {
  const pipes: string[] = []
  const waiting = [...folders]
  let seen = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const folder = next
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    seen += entries.length
    for (const entry of entries) {
      if (entry.isDirectory()) waiting.push(join(folder, entry.name))
      else if (entry.isFIFO()) pipes.push(join(folder, entry.name))
    }
    if (seen > MAX_ENTRIES || pipes.length > MAX_PIPES) return null
  }
  return pipes
}
