// Runs the keyring program: it asks the key store of the system, which is native code that can block.
import type { AsyncEntry, findCredentialsAsync } from '@napi-rs/keyring'
import { messageOf } from '../core/errors.ts'
import { serveProgram } from '../core/program-server.ts'
import { KEYRING_CALLS, type KeyringAnswer } from './keyring-protocol.ts'

/** The store to use; without it the package would silently use the kernel's key ring, which is lost at the next start. */
const ENTRY_OPTIONS = { linux: { store: 'secret-service' } } as const

type Find = typeof findCredentialsAsync

await serveProgram(
  KEYRING_CALLS,
  {
    get: ({ service, name }) => answer(service, name, async (entry) => (await entry.getPassword()) ?? null),
    set: ({ service, name, secret }) =>
      answer(service, name, async (entry) => {
        await entry.setPassword(secret)
        return null
      }),
    delete: ({ service, name }) => answer(service, name, (entry) => entry.deleteCredential()),
    names: ({ service }) =>
      answer(service, 'probe', async (_entry, find) => (await find(service)).map(({ account }) => account)),
  },
  // A native call that hangs in a thread would delay an orderly exit.
  () => process.kill(process.pid, 'SIGKILL'),
)

async function answer<T>(
  service: string,
  name: string,
  work: (entry: AsyncEntry, find: Find) => Promise<T>,
): Promise<KeyringAnswer<T>> {
  let entry: AsyncEntry
  let find: Find
  try {
    const keyring = await import('@napi-rs/keyring')
    find = keyring.findCredentialsAsync
    entry = new keyring.AsyncEntry(service, name, ENTRY_OPTIONS)
  } catch (error) {
    return { state: 'absent', why: plainly(messageOf(error)) }
  }
  try {
    return { state: 'done', value: await work(entry, find) }
  } catch (error) {
    return { state: 'failing', why: plainly(messageOf(error)) }
  }
}

/** Puts the two frequent errors of the system's stores into plain words. */
function plainly(message: string): string {
  if (/org\.freedesktop\.secrets was not provided/.test(message)) {
    return 'no program offers a Secret Service (org.freedesktop.secrets)'
  }
  return /IsLocked|prompt was dismissed/.test(message) ? 'it is locked, and was not unlocked' : message
}
