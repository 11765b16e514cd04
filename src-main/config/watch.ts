// Tells when config.yaml has changed, whoever wrote it: a window, the terminal, an editor.
import { watch } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { makeFolder } from '../core/folder.ts'
import { configPath } from './config.ts'

/** Milliseconds of quiet after which a change counts as made: editors write in several steps. */
const QUIET_MS = 40

/**
 * Calls back after each change of the file's text; the returned handle ends that. The folder is watched, not the file,
 * because a file that is replaced as a whole takes its watch with it.
 */
export async function watchConfig(home: string, changed: () => void): Promise<Disposable> {
  const file = configPath(home)
  makeFolder(dirname(file))
  const textOf = () => readFile(file, 'utf8').catch(() => null)
  let known = await textOf()
  let timer: NodeJS.Timeout | null = null
  let ended = false
  const look = async () => {
    const text = await textOf()
    if (ended || text === known) return
    known = text
    changed()
  }
  const watcher = watch(dirname(file), { persistent: false }, (_event, name) => {
    if (name !== null && name !== basename(file)) return
    if (timer) clearTimeout(timer)
    timer = setTimeout(() => void look(), QUIET_MS)
  })
  // The folder went away: there is nothing more to tell.
  watcher.on('error', () => watcher.close())
  // What was written between the first look and the watch.
  void look()
  return {
    [Symbol.dispose]: () => {
      ended = true
      if (timer) clearTimeout(timer)
      watcher.close()
    },
  }
}
