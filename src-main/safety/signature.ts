// Signs a file of Deskhand's own with a key that lies beside it, so that what another program has written there is recognised.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeFileAtomically } from '../core/atomic-file.ts'

const KEY_BYTES = 32
const keyPath = (path: string): string => join(dirname(path), 'rules.key')
/** Gives the path of a file's signature. */
export const signaturePath = (path: string): string => `${path}.sig`

const readOrNull = (path: string): Buffer | null => {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}

const signatureOf = (content: string, key: Buffer): string =>
  createHmac('sha256', key).update(content).digest('hex')

/** Tells whether Deskhand itself has written this content to the file. */
export function isSigned(path: string, content: string): boolean {
  const [key, kept] = [readOrNull(keyPath(path)), readOrNull(signaturePath(path))]
  if (key === null || kept === null) return false
  const wanted = Buffer.from(signatureOf(content, key))
  return wanted.length === kept.length && timingSafeEqual(wanted, kept)
}

/** Signs the content that the file has or is about to get. Makes the key, of mode 600, with the first one. */
export async function sign(path: string, content: string): Promise<void> {
  // Only the first of two programs makes the key.
  await writeFile(keyPath(path), randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  await writeFileAtomically(signaturePath(path), signatureOf(content, readFileSync(keyPath(path))), 0o600)
}
