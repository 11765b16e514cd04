// Signs what Deskhand itself has written with a key of its data folder, so that what another program has written is recognised.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeFileAtomically } from '../core/atomic-file.ts'

const KEY_BYTES = 32
const keyPath = (home: string): string => join(home, 'rules.key')
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
  const kept = readOrNull(signaturePath(path))
  return kept !== null && isSealed(dirname(path), content, kept.toString())
}

/** Signs the content that the file has or is about to get. */
export async function sign(path: string, content: string): Promise<void> {
  await writeFileAtomically(signaturePath(path), await sealOf(dirname(path), content), 0o600)
}

/** Tells whether this content got this seal from the Deskhand with this data folder. */
export function isSealed(home: string, content: string, seal: string): boolean {
  const key = readOrNull(keyPath(home))
  if (key === null) return false
  const [wanted, kept] = [Buffer.from(signatureOf(content, key)), Buffer.from(seal)]
  return wanted.length === kept.length && timingSafeEqual(wanted, kept)
}

/** Gives the seal of a content. Makes the key, of mode 600, with the first one. */
export async function sealOf(home: string, content: string): Promise<string> {
  await mkdir(home, { recursive: true, mode: 0o700 })
  // If two programs start together, only the first one makes the key.
  await writeFile(keyPath(home), randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  return signatureOf(content, readFileSync(keyPath(home)))
}
