// Keys of services: from the environment, then from DESKHAND_HOME/keys.yaml, which nobody else may read.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { z } from 'zod'
import { writeFileAtomically } from '../core/atomic-file.ts'
import { messageOf, UserError } from '../core/errors.ts'
import { registerSecret } from '../core/redaction.ts'
import type { Secrets } from '../core/secrets.ts'
import { changeFile } from './change.ts'

const keysSchema = z.record(z.string(), z.string())

export const keysPath = (home: string): string => join(home, 'keys.yaml')

/** `openai` → `DESKHAND_KEY_OPENAI`. */
export const keyVariable = (name: string): string =>
  `DESKHAND_KEY_${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`

/**
 * A secret of a name: the environment variable of that very name (`OPENAI_API_KEY`), then DESKHAND_KEY_<NAME>, then the
 * entry of keys.yaml. `get` throws UserError for a key file that others may read, or that can't be understood.
 */
export function createSecrets({ home, env }: { home: string; env: NodeJS.ProcessEnv }): Secrets {
  const file = keysPath(home)
  return {
    async get(name) {
      const secret = env[name] || env[keyVariable(name)] || (await readKeys(file))[name] || null
      if (secret !== null) registerSecret(secret)
      return secret
    },
  }
}

/** Keeps a key in keys.yaml, which is made readable by its owner alone. Throws UserError. */
export async function setKey(home: string, name: string, secret: string): Promise<void> {
  registerSecret(secret)
  const file = keysPath(home)
  await changeFile(file, async () => {
    await readKeys(file)
    const document = parseDocument(await readFile(file, 'utf8').catch(() => ''))
    document.set(name, secret)
    await writeFileAtomically(file, document.toString(), 0o600)
  })
}

async function readKeys(file: string): Promise<Record<string, string>> {
  try {
    // Windows keeps no such mode; there the folder is the user's own.
    const open = process.platform !== 'win32' && ((await stat(file)).mode & 0o077) !== 0
    if (open) throw new UserError(`${file} can be read by others. Run: chmod 600 '${file}'`)
    const document = parseDocument(await readFile(file, 'utf8'), { prettyErrors: false })
    const fault = document.errors[0]
    if (fault) throw new UserError(`${file} is not YAML: write one \`name: key\` per line.`)
    return keysSchema.parse(document.toJS() ?? {})
  } catch (error) {
    if (error instanceof UserError) throw error
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    // What is in the file must not be in a message.
    const detail = error instanceof z.ZodError ? 'write one `name: key` per line' : messageOf(error)
    throw new UserError(`${file} can't be used: ${detail}.`)
  }
}
