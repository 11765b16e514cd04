// The keyring program: asks the key store of the system, which is native code that can block, for one thing and ends.
import type { AsyncEntry, findCredentialsAsync } from '@napi-rs/keyring'
import { messageOf } from '../core/errors.ts'
import { parentLink } from '../core/parent-link.ts'
import { keyringRequestSchema, type KeyringAnswer } from './keyring-protocol.ts'

/** Without it the package would silently use the kernel's key ring, which forgets everything at the next start. */
const ENTRY_OPTIONS = { linux: { store: 'secret-service' } } as const

const link = parentLink()
link.onEnd(leave)
// oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport has no other way to tell
link.transport.onmessage = (message) => {
  if (!('id' in message) || !('params' in message)) return
  const { id, params } = message
  void answer(params)
    .then((result) => link.transport.send({ jsonrpc: '2.0', id, result }))
    .catch(() => leave())
}
await link.transport.start()

async function answer(params: unknown): Promise<KeyringAnswer> {
  const { what, service, name, secret } = keyringRequestSchema.parse(params)
  let entry: AsyncEntry
  let find: typeof findCredentialsAsync
  try {
    const keyring = await import('@napi-rs/keyring')
    find = keyring.findCredentialsAsync
    entry = new keyring.AsyncEntry(service, name === '' ? 'probe' : name, ENTRY_OPTIONS)
  } catch (error) {
    return { state: 'absent', why: plainly(messageOf(error)) }
  }
  const done = (found: { secret?: string | null; names?: string[] }): KeyringAnswer => ({
    state: 'done',
    secret: null,
    names: [],
    ...found,
  })
  try {
    switch (what) {
      case 'probe':
        return done({})
      case 'get':
        return done({ secret: await entry.getPassword() })
      case 'set':
        await entry.setPassword(secret)
        return done({})
      case 'delete':
        return done({ names: (await entry.deleteCredential()) ? [name] : [] })
      default:
        return done({ names: (await find(service)).map(({ account }) => account) })
    }
  } catch (error) {
    return { state: 'failing', why: plainly(messageOf(error)) }
  }
}

/** What the system's stores say of their two everyday troubles, in words for people. */
function plainly(message: string): string {
  if (/org\.freedesktop\.secrets was not provided/.test(message)) {
    return 'no program offers a Secret Service (org.freedesktop.secrets)'
  }
  return /IsLocked|prompt was dismissed/.test(message) ? 'it is locked, and was not unlocked' : message
}

/** A native call that hangs in a thread would hold up an end in order. */
function leave(): void {
  process.kill(process.pid, 'SIGKILL')
}
