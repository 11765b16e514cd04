// Answers the calls that prepare a request: which agents could work on it, and files that go with it.
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from '../../engine.ts'
import { makeFolder } from '../../core/folder.ts'
import type { Handlers } from '../handler.ts'

/** Makes a file name without a folder, which is neither an option nor a hidden file. */
// oxlint-disable-next-line no-control-regex -- they are what a name must not have
const fileName = (name: string): string => name.replace(/[/\\\u0000-\u001f"]/g, '_').replace(/^[-.]+/, '_')

export const requestHandlers = ({
  engine,
}: {
  engine: Pick<Engine, 'home' | 'waysToWork'>
}): Handlers<'list_strategies' | 'keep_attachment'> => ({
  list_strategies: ({ models }) => ({ strategies: engine.waysToWork(models) }),
  keep_attachment: async ({ name, content }) => {
    const folder = join(engine.home, 'attachments', randomUUID())
    makeFolder(folder)
    const path = join(folder, fileName(name))
    await writeFile(path, Buffer.from(content, 'base64'), { mode: 0o600, flag: 'wx' })
    return { path }
  },
})
