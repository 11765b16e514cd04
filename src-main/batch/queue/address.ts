// Connects to a queue by its address: `redis://` or `rediss://`, with a password that is never shown.
import { Redis, type RedisOptions } from 'ioredis'
import { messageOf, UserError } from '../../core/errors.ts'
import { registerSecret } from '../../core/redaction.ts'
import type { RunControl } from '../../core/run-control.ts'

/** Name of the password in the environment and in the key store; one in the address has precedence. */
export const QUEUE_KEY = 'DESKHAND_QUEUE_PASSWORD'

/** The oldest Redis with all that BullMQ needs, according to its documentation. */
const OLDEST: readonly [number, number] = [6, 2]
const CONNECT_MS = 10_000
/**
 * BullMQ's longest request is answered within 10 s, so a Redis that is silent for this long is dead, even if the connection was never
 * closed.
 */
const SILENT_MS = 30_000
const SILENCE =
  'what is there says nothing; rediss:// is for one that encrypts, redis:// for one that does not'

export interface QueueAddress {
  options: RedisOptions
  /** Without the password. */
  shown: string
}

/** Throws UserError for an invalid address. `password`: null where none is kept. */
export function queueAddress(text: string, password: string | null): QueueAddress {
  const url = URL.parse(text)
  const own = url && decoded(url.password)
  if (own) registerSecret(own)
  const isWhole = url && ['redis:', 'rediss:'].includes(url.protocol) && url.hostname !== ''
  if (!isWhole || url.search !== '' || url.hash !== '') {
    throw new UserError(
      'The address of a queue is redis://HOST:PORT or, encrypted, rediss://HOST:PORT (then /NUMBER for a database of it).',
    )
  }
  const { protocol, hostname, port, pathname } = url
  const username = decoded(url.username)
  if (!/^(\/\d*)?$/.test(pathname))
    throw new UserError(`“${pathname.slice(1)}” is no database of a Redis: they have numbers.`)
  const db = Number(pathname.slice(1))
  const secret = own === '' ? password : own
  return {
    options: {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || '6379'),
      db,
      ...(username === '' ? {} : { username }),
      ...(secret === null ? {} : { password: secret }),
      ...(protocol === 'rediss:' ? { tls: {} } : {}),
    },
    shown: `${protocol}//${hostname}:${port || '6379'}${db === 0 ? '' : `/${db}`}`,
  }
}

/** Decodes a name or password in an address. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new UserError(
      `A name or password with special characters is written with %25 for “%”, %40 for “@” and so on; or keep it in ${QUEUE_KEY}.`,
    )
  }
}

/** Tells whether the address has a password, so that none is looked for elsewhere. */
export const hasPassword = (text: string): boolean => (URL.parse(text)?.password ?? '') !== ''

/**
 * Opens a connection that reconnects by itself, also after `silentMs` without an answer. Throws UserError, in plain words, where no
 * connection is made within `withinMs`.
 */
export async function connectToQueue(
  { options, shown }: QueueAddress,
  run: RunControl,
  { withinMs = CONNECT_MS, silentMs = SILENT_MS } = {},
): Promise<Redis> {
  using trying = run.child({ timeoutMs: withinMs, name: 'Connecting to the queue' })
  const trial = new Redis({
    ...options,
    lazyConnect: true,
    connectTimeout: withinMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  let fault: unknown = null
  trial.on('error', (error: Error) => (fault = error))
  try {
    await trying.race(trial.connect())
    checkVersion(await trying.race(trial.info('server')), shown)
  } catch (error) {
    if (run.stopped || error instanceof UserError) throw error
    throw new UserError(wordsFor(trying.stopped ? SILENCE : (fault ?? error), shown), { cause: error })
  } finally {
    trial.disconnect()
  }
  // Requests wait without a limit: the lease, or a person, ends a task that hangs.
  const client = new Redis({ ...options, maxRetriesPerRequest: null, socketTimeout: silentMs })
  client.on('error', () => {})
  return client
}

function checkVersion(info: string, shown: string): void {
  const version = /^redis_version:(\d+)\.(\d+)\S*/m.exec(info)
  if (!version) return
  const [major, minor] = [Number(version[1]), Number(version[2])]
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return
  throw new UserError(
    `The Redis at ${shown} is ${major}.${minor}; the queue needs ${OLDEST.join('.')} or later.`,
  )
}

function wordsFor(fault: unknown, shown: string): string {
  const why = messageOf(fault)
  const code = (fault as { code?: unknown }).code
  if (/WRONGPASS|invalid (username-)?password|NOAUTH|without any password configured/i.test(why)) {
    const key = `set ${QUEUE_KEY}, keep it with \`deskhand config key ${QUEUE_KEY}\`, or mend it`
    return `The Redis at ${shown} does not take the password: ${key}.`
  }
  if (/NOPERM/.test(why)) return `The user of ${shown} may not do what a queue needs (${why}).`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `There is no machine of this name: ${shown}.`
  if (/certificate|self.signed/i.test(why)) {
    return `The certificate of ${shown} can’t be trusted (${why}). NODE_EXTRA_CA_CERTS names the file of an authority of your own.`
  }
  return `No Redis answers at ${shown} (${why}). Start one there, or mend the address.`
}
