// The key store of the system, asked through a program that can be ended when it does not answer: it may be locked, or hang.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { StartProgram } from '../core/child-program.ts'
import { systemClock, type Clock } from '../core/clock.ts'
import { programPath } from '../core/entry.ts'
import { startNodeProgram } from '../core/node-program.ts'
import { registerSecret } from '../core/redaction.ts'
import {
  KEYRING_METHOD,
  keyringAnswerSchema,
  type KeyringAnswer,
  type KeyringRequest,
} from './keyring-protocol.ts'

/** Milliseconds for what needs no person. */
const QUICK_MS = 5_000
/** Milliseconds in which a person may unlock the key store, which most systems ask for in a window of their own. */
const UNLOCK_MS = 20_000
/** Milliseconds for which a read key counts: another program may change it. */
const FRESH_MS = 30_000

type Done = Extract<KeyringAnswer, { state: 'done' }>
export type Unusable = Exclude<KeyringAnswer, Done>

export interface KeyringOptions {
  /** Under which the store lists the keys. */
  service: string
  env: NodeJS.ProcessEnv
  platform?: NodeJS.Platform
  startProgram?: StartProgram
  clock?: Clock
  quickMs?: number
  unlockMs?: number
}

export class Keyring {
  readonly #options: KeyringOptions
  /** By name; also the answers on their way, so that many callers ask once. */
  readonly #read = new Map<string, { at: number; answer: Promise<KeyringAnswer> }>()

  constructor(options: KeyringOptions) {
    this.#options = options
  }

  /** Never rejects, and answers within the bound: a missing, locked or hanging store is an answer. */
  get(name: string): Promise<KeyringAnswer> {
    const now = this.#clock.monotonic()
    const kept = this.#read.get(name)
    if (kept && now - kept.at < FRESH_MS) return kept.answer
    const answer = this.#ask({ what: 'get', service: this.#options.service, name }, this.#unlockMs)
    this.#read.set(name, { at: now, answer })
    return answer
  }

  async set(name: string, secret: string): Promise<KeyringAnswer> {
    return this.#change({ what: 'set', service: this.#options.service, name, secret })
  }

  /** `names` of the answer holds the name when there was such a key. */
  delete(name: string): Promise<KeyringAnswer> {
    return this.#change({ what: 'delete', service: this.#options.service, name })
  }

  names(): Promise<KeyringAnswer> {
    return this.#ask({ what: 'names', service: this.#options.service }, this.#quickMs)
  }

  probe(): Promise<KeyringAnswer> {
    return this.#ask({ what: 'probe', service: this.#options.service }, this.#quickMs)
  }

  async #change(request: KeyringRequest): Promise<KeyringAnswer> {
    this.#read.clear()
    try {
      return await this.#ask(request, this.#unlockMs)
    } finally {
      this.#read.clear()
    }
  }

  async #ask(request: KeyringRequest, withinMs: number): Promise<KeyringAnswer> {
    const { env, platform = process.platform, startProgram = startNodeProgram } = this.#options
    const missing = missingStore(env, platform)
    if (missing !== null) return { state: 'absent', why: missing }
    const program = startProgram({
      program: programPath('keyring', 'config/keyring-program.ts'),
      args: [],
      env: programEnvironment(env, platform),
      name: 'Deskhand key store',
      onLine: () => {},
    })
    const answer = Promise.withResolvers<KeyringAnswer>()
    const fail = (why: string) => answer.resolve({ state: 'failing', why })
    const cancel = this.#clock.after(withinMs, () =>
      fail(`it did not answer within ${withinMs / 1000} seconds`),
    )
    const { transport } = program
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport has no other way to tell
    transport.onmessage = (message) => {
      const parsed = keyringAnswerSchema.safeParse('result' in message ? message.result : null)
      if (parsed.success) answer.resolve(parsed.data)
    }
    void program.gone.then(({ how }) => fail(`the program that asks it has ended (${how})`))
    try {
      await transport.start()
      const sent = transport.send({ jsonrpc: '2.0', id: 1, method: KEYRING_METHOD, params: { ...request } })
      sent.catch(() => {})
      const given = await answer.promise
      if (given.state === 'done' && given.secret !== null) registerSecret(given.secret)
      return given
    } finally {
      cancel()
      program.kill()
    }
  }

  get #clock(): Clock {
    return this.#options.clock ?? systemClock
  }
  get #quickMs(): number {
    return this.#options.quickMs ?? QUICK_MS
  }
  get #unlockMs(): number {
    return this.#options.unlockMs ?? UNLOCK_MS
  }
}

/** Why there can't be a key store, known without asking; null where one has to be asked. */
function missingStore(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | null {
  if (env.DESKHAND_KEYS === 'file') return 'DESKHAND_KEYS=file says so'
  if (platform !== 'linux' || busOf(env) !== null) return null
  return 'this session has no D-Bus, over which a key store (Secret Service) would be reached'
}

/** Address of the session's bus: named, or at the place where systemd has it. */
function busOf(env: NodeJS.ProcessEnv): string | null {
  if (env.DBUS_SESSION_BUS_ADDRESS) return env.DBUS_SESSION_BUS_ADDRESS
  const socket = env.XDG_RUNTIME_DIR ? join(env.XDG_RUNTIME_DIR, 'bus') : null
  return socket !== null && existsSync(socket) ? `unix:path=${socket}` : null
}

const SECRET_NAME = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL/i

function programEnvironment(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): Record<string, string> {
  const bus = platform === 'linux' ? busOf(env) : null
  const all = { ...env, ...(bus === null ? {} : { DBUS_SESSION_BUS_ADDRESS: bus }) }
  return Object.fromEntries(
    Object.entries(all).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !SECRET_NAME.test(entry[0]),
    ),
  )
}
