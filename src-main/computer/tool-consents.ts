// Keeps how foreign servers described their tools when a person allowed them: a later change of a description, also in another
// run, is asked about.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { writeFileAtomically, withFileLock } from '../core/atomic-file.ts'
import { messageOf, UserError } from '../core/errors.ts'

/** Hashes of a server's whole description of each tool, by the tools' names. */
export type SaidOfTools = Record<string, string>

export interface ToolConsents {
  /** Lists the tools that a server describes differently from what was allowed. A server's first descriptions are allowed. */
  changed(server: string, said: SaidOfTools): Promise<ReadonlySet<string>>
  /** Stores that a person has allowed the server's present description of a tool. */
  allow(server: string, tool: string, hash: string): Promise<void>
}

const consentsSchema = z.record(z.string(), z.record(z.string(), z.string()))
type Kept = z.infer<typeof consentsSchema>

/** Stores consents with `change`, which edits their storage. */
const consentsIn = (change: <T>(edit: (kept: Kept) => T) => Promise<T>): ToolConsents => ({
  changed: (server, said) =>
    change((kept) => {
      const first = (kept[keyOf(server)] ??= said)
      return new Set(Object.keys(said).filter((tool) => first[tool] !== said[tool]))
    }),
  allow: (server, tool, hash) =>
    change((kept) => {
      kept[keyOf(server)] = { ...kept[keyOf(server)], [tool]: hash }
    }),
})

/** Hashes a server's name, because its command line may hold keys. */
const keyOf = (server: string): string => createHash('sha256').update(server).digest('hex').slice(0, 32)

export function memoryConsents(): ToolConsents {
  const kept: Kept = {}
  return consentsIn((edit) => Promise.resolve(edit(kept)))
}

/**
 * Keeps consents in a file of mode 600, for all runs. An unreadable file is an error, because otherwise every tool would count as unknown.
 */
export const consentsFile = (path: string): ToolConsents =>
  consentsIn((edit) =>
    withFileLock(path, async () => {
      const kept = await readKept(path)
      const before = JSON.stringify(kept)
      const answer = edit(kept)
      if (JSON.stringify(kept) !== before)
        await writeFileAtomically(path, `${JSON.stringify(kept, null, 2)}\n`, 0o600)
      return answer
    }),
  )

async function readKept(path: string): Promise<Kept> {
  try {
    return consentsSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new UserError(
      `${path} can’t be read: ${messageOf(error)}. Mend it, or delete it: servers are then let in anew.`,
    )
  }
}
