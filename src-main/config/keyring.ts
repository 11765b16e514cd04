// Asks the key store of the system, through a program that can be ended when it does not answer: the store may be locked, or
// hang.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CallInput, CallName, CallOutput } from '../core/call-table.ts'
import type { StartProgram } from '../core/child-program.ts'
import { systemClock, type Clock } from '../core/clock.ts'
import { messageOf } from '../core/errors.ts'
import { ProgramClient } from '../core/program-client.ts'
import { registerSecret } from '../core/redaction.ts'
import { RunControl } from '../core/run-control.ts'
import { KEYRING_CALLS, type KeyringAnswer, type Unusable } from './keyring-protocol.ts'

/** Milliseconds for a call that needs no person. */
const QUICK_MS = 5_000
/** Milliseconds in which a person may unlock the key store, which most systems ask for in a window of their own. */
const UNLOCK_MS = 20_000
/** Milliseconds for which a key that was read is valid, because another program may change it. */
const FRESH_MS = 30_000

export interface KeyringOptions {
  /** The name under which the store lists the keys. */
  service: string
  env: NodeJS.ProcessEnv
  platform?: NodeJS.Platform
  startProgram?: StartProgram
  clock?: Clock
  quickMs?: number
  unlockMs?: number
}

type Calls = typeof KEYRING_CALLS

/** Asks the store. No method rejects, and each answers in time: a missing, locked or hanging store is an answer, too. */
export class Keyring {
  readonly #options: KeyringOptions
  readonly #clock: Clock
  readonly #quickMs: number
  readonly #unlockMs: number
  /** Keys that were read, by name, and pending answers, so that many callers ask once. */
  readonly #read = new Map<string, { at: number; answer: Promise<KeyringAnswer<string | null>> }>()

  constructor(options: KeyringOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
    this.#quickMs = options.quickMs ?? QUICK_MS
    this.#unlockMs = options.unlockMs ?? UNLOCK_MS
  }

  get(name: string): Promise<KeyringAnswer<string | null>> {
    const now = this.#clock.monotonic()
    const kept = this.#read.get(name)
    if (kept && now - kept.at < FRESH_MS) return kept.answer
    const answer = this.#readSecret(name)
    this.#read.set(name, { at: now, answer })
    return answer
  }

  set(name: string, secret: string): Promise<KeyringAnswer<null>> {
    return this.#change(() =>
      this.#ask('set', { service: this.#options.service, name, secret }, this.#unlockMs),
    )
  }

  /** Deletes a key; tells whether it existed. */
  delete(name: string): Promise<KeyringAnswer<boolean>> {
    return this.#change(() => this.#ask('delete', { service: this.#options.service, name }, this.#unlockMs))
  }

  names(): Promise<KeyringAnswer<string[]>> {
    return this.#ask('names', { service: this.#options.service }, this.#quickMs)
  }

  async #readSecret(name: string): Promise<KeyringAnswer<string | null>> {
    const answer = await this.#ask('get', { service: this.#options.service, name }, this.#unlockMs)
    if (answer.state === 'done' && answer.value !== null) registerSecret(answer.value)
    return answer
  }

  async #change<T>(work: () => Promise<T>): Promise<T> {
    this.#read.clear()
    try {
      return await work()
    } finally {
      this.#read.clear()
    }
  }

  /** Asks in a program for each call, because a call that hangs at a locked store must not delay the others. */
  async #ask<C extends CallName<Calls>>(
    call: C,
    input: CallInput<Calls, C>,
    answerMs: number,
  ): Promise<CallOutput<Calls, C> | Unusable> {
    const { env, platform = process.platform, startProgram } = this.#options
    const missing = missingStore(env, platform)
    if (missing !== null) return { state: 'absent', why: missing }
    const program = new ProgramClient({
      name: 'key store',
      program: ['keyring', 'config/keyring-program.ts'],
      env: programEnvironment(env, platform),
      onLine: () => {},
      table: KEYRING_CALLS,
      answerMs,
      failed: (why) => why,
      startProgram,
      clock: this.#clock,
    })
    using run = new RunControl({ name: 'The key store', clock: this.#clock })
    try {
      return await program.ask(call, input, run)
    } catch (error) {
      return { state: 'failing', why: messageOf(error) }
    } finally {
      program.kill()
    }
  }
}

/** Says why there can't be a key store, without asking one; null where one must be asked. */
function missingStore(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | null {
  if (env.DESKHAND_KEYS === 'file') return 'DESKHAND_KEYS=file says so'
  if (platform !== 'linux' || busOf(env) !== null) return null
  return 'this session has no D-Bus, over which a key store (Secret Service) would be reached'
}

/** Returns the address of the session bus: the given one, or systemd's usual one. */
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
