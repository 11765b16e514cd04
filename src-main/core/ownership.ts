// Writes a file that says which process has what lies beside it. A crash leaves the file behind: then its process is looked for.
import { readFile, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { z } from 'zod'
import { withFileLock, writeFileAtomically } from './atomic-file.ts'
import { UserError } from './errors.ts'
import { isThere, ownIdentity } from './process-identity.ts'

const ownerSchema = z.object({ pid: z.number().int(), started: z.string().nullable(), host: z.string() })

/**
 * Takes ownership; `refusal` names what another owner has: "Another Deskhand (process 12 on host) works on …". Throws UserError with it if
 * that owner still runs, or is on another machine, which can't be checked. Disposing releases the ownership.
 */
export async function takeOwnership(
  path: string,
  refusal: (process: string) => string,
): Promise<AsyncDisposable> {
  await withFileLock(path, async () => {
    const owner = await readOwner(path)
    const isHere = owner?.host === hostname()
    if (owner && (!isHere || isThere(owner))) {
      const who = `process ${owner.pid}${isHere ? '' : ` on ${owner.host}`}`
      throw new UserError(`${refusal(who)} If it is not there any more, remove ${path}.`)
    }
    await writeFileAtomically(path, `${JSON.stringify({ ...ownIdentity(), host: hostname() })}\n`, 0o600)
  })
  return { [Symbol.asyncDispose]: () => rm(path, { force: true }) }
}

/** Null where the file is missing or empty; a killed owner may have left an empty one. */
async function readOwner(path: string): Promise<z.output<typeof ownerSchema> | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  try {
    return ownerSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
