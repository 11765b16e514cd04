// Puts files to the trash, where the file manager of the system shows them and gives them back: by the system's own call, and where
// there is none as FreeDesktop's Trash specification 1.0 says (https://specifications.freedesktop.org/trash-spec/latest/).
import { mkdir, open, rm } from 'node:fs/promises'
import { basename, join, parse } from 'node:path'
import { findTrash } from '../../platform/this-system.ts'
import { move } from './transfer.ts'

/** Moves files to the trash; a port, so that tests need no trash of the machine. */
export type Trash = (paths: readonly string[]) => Promise<void>

const MAX_TRIES = 1000

export const systemTrash = (env: Record<string, string | undefined>): Trash => findTrash() ?? homeTrash(env)

/** Moves files of every disk to the person's home trash. */
export const homeTrash =
  (env: Record<string, string | undefined>): Trash =>
  async (paths) => {
    const data = env['XDG_DATA_HOME'] || join(env['HOME'] ?? '/', '.local', 'share')
    const [files, info] = [join(data, 'Trash', 'files'), join(data, 'Trash', 'info')]
    for (const folder of [files, info]) await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const path of paths) {
      const name = await reserve(info, path)
      try {
        await move(path, join(files, name), false)
      } catch (error) {
        await rm(join(info, `${name}.trashinfo`))
        throw error
      }
    }
  }

/** Records the origin of the file, under a free name in the trash. */
async function reserve(info: string, path: string): Promise<string> {
  const { name, ext } = parse(basename(path))
  const now = new Date()
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
  const text = `[Trash Info]\nPath=${path.split('/').map(encodeURIComponent).join('/')}\nDeletionDate=${local}\n`
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? `${name}${ext}` : `${name}.${count}${ext}`
    try {
      await using file = await open(join(info, `${free}.trashinfo`), 'wx', 0o600)
      await file.writeFile(text)
      return free
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || count >= MAX_TRIES) throw error
    }
  }
}
