// Reads and changes DESKHAND_HOME/keys.yaml: keys of services where there is no key store, readable by their owner alone.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { z } from 'zod'
import { writeFileAtomically } from '../core/atomic-file.ts'
import { messageOf, UserError } from '../core/errors.ts'
import { systemName } from '../core/system.ts'
import { changeFile } from './change.ts'

const keysSchema = z.record(z.string(), z.string())

export const keysPath = (home: string): string => join(home, 'keys.yaml')

/** Reads the keys. Throws UserError for a file that others may read, or that can't be understood. */
export async function readKeyFile(home: string): Promise<Record<string, string>> {
  const file = keysPath(home)
  try {
    // Windows has no such file mode; there the folder belongs to the user alone.
    const open = systemName() !== 'windows' && ((await stat(file)).mode & 0o077) !== 0
    if (open) throw new UserError(`${file} can be read by others. Run: chmod 600 '${file}'`)
    const document = parseDocument(await readFile(file, 'utf8'), { prettyErrors: false })
    const fault = document.errors[0]
    if (fault) throw new UserError(`${file} is not YAML: write one \`name: key\` per line.`)
    return keysSchema.parse(document.toJS() ?? {})
  } catch (error) {
    if (error instanceof UserError) throw error
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    // A message must not quote the file, because it contains keys.
    const detail = error instanceof z.ZodError ? 'write one `name: key` per line' : messageOf(error)
    throw new UserError(`${file} can't be used: ${detail}.`)
  }
}

/** Stores a key, or removes it (null); tells whether the file had one of that name. Throws UserError. */
export async function changeKeyFile(home: string, name: string, secret: string | null): Promise<boolean> {
  const file = keysPath(home)
  let had = false
  await changeFile(file, async () => {
    had = Object.hasOwn(await readKeyFile(home), name)
    if (secret === null && !had) return
    const document = parseDocument(await readFile(file, 'utf8').catch(() => ''))
    if (secret === null) document.delete(name)
    else document.set(name, secret)
    await writeFileAtomically(file, document.toString(), 0o600)
  })
  return had
}
