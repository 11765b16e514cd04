// Finds and keeps keys of services: in the environment, then in the key store of the system, then in DESKHAND_HOME/keys.yaml.
import type { StartProgram } from '../core/child-program.ts'
import { UserError } from '../core/errors.ts'
import { registerSecret } from '../core/redaction.ts'
import type { Secrets } from '../core/secrets.ts'
import { deskhandHome } from './home.ts'
import { changeKeyFile, keysPath, readKeyFile } from './key-file.ts'
import type { Unusable } from './keyring-protocol.ts'
import { Keyring } from './keyring.ts'

export type KeyPlace = 'environment' | 'keyring' | 'file'

export interface KeptKeys {
  /** Where each name is read from, without the key itself. */
  keys: { name: string; from: KeyPlace }[]
  /** The place for a newly set key; `why` explains the file, or a key store that can't be used at present. */
  store: { kind: 'keyring' | 'file'; why: string | null }
}

/** Reads and changes the keys. Every shell makes it from the same home, and so gets the same keys. */
export interface KeyStore extends Secrets {
  /**
   * Stores a key in the system's key store, without one in keys.yaml; tells where. A copy in keys.yaml is removed once the key store has
   * the key. Throws UserError, and stores nothing, where the key store exists but is locked or hangs.
   */
  set(name: string, secret: string): Promise<KeptKeys['store']>
  /** Throws UserError for a key of the environment, which Deskhand can't change. */
  delete(name: string): Promise<void>
  /** `wanted`: names to look for in the environment. */
  list(wanted: readonly string[]): Promise<KeptKeys>
}

export interface SecretsOptions {
  home: string
  env: NodeJS.ProcessEnv
  startProgram?: StartProgram
  /** A keyring with time limits of its own, for tests. */
  keyring?: Keyring
}

/** Returns the name of a key's variable: `openai` → `DESKHAND_KEY_OPENAI`. */
export const keyVariable = (name: string): string =>
  `DESKHAND_KEY_${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`

/** Names the service: a person has one key store for all data folders, and a second folder has its own keys in it. */
function serviceOf(home: string, env: NodeJS.ProcessEnv): string {
  const usual = deskhandHome({ ...env, DESKHAND_HOME: '' })
  return home === usual ? 'Deskhand' : `Deskhand ${home}`
}

/**
 * Finds a secret by its name: the environment variable of exactly that name (`OPENAI_API_KEY`), then DESKHAND_KEY_<NAME>, then
 * the key store, then keys.yaml. `get` throws UserError for a key file that others may read or that can't be understood, and
 * where the key store can't be used and nothing else has the name.
 */
export function createSecrets({ home, env, startProgram, keyring: given }: SecretsOptions): KeyStore {
  const keyring =
    given ??
    new Keyring({
      service: serviceOf(home, env),
      env,
      ...(startProgram === undefined ? {} : { startProgram }),
    })
  const fromEnvironment = (name: string) => env[name] || env[keyVariable(name)] || null

  async function find(name: string): Promise<string | null> {
    const own = fromEnvironment(name)
    if (own !== null) return own
    const answer = await keyring.get(name)
    if (answer.state === 'done' && answer.value !== null) return answer.value
    const kept = (await readKeyFile(home))[name] ?? null
    if (kept === null && answer.state === 'failing') throw unusable(answer)
    return kept
  }

  return {
    async get(name) {
      const secret = await find(name)
      if (secret !== null) registerSecret(secret)
      return secret
    },

    async set(name, secret) {
      registerSecret(secret)
      const answer = await keyring.set(name, secret)
      if (answer.state === 'failing') throw unusable(answer)
      if (answer.state === 'absent') {
        await changeKeyFile(home, name, secret)
        return storeOf(home, answer)
      }
      await changeKeyFile(home, name, null)
      return { kind: 'keyring', why: null }
    },

    async delete(name) {
      const answer = await keyring.delete(name)
      const had = await changeKeyFile(home, name, null)
      if (answer.state === 'failing' && !had) throw unusable(answer)
      if (fromEnvironment(name) !== null) {
        const variable = env[name] ? name : keyVariable(name)
        throw new UserError(`${variable} is set in the environment: take it out there.`)
      }
    },

    async list(wanted) {
      const answer = await keyring.names()
      const places = new Map<string, KeyPlace>()
      for (const name of Object.keys(await readKeyFile(home))) places.set(name, 'file')
      if (answer.state === 'done') for (const name of answer.value) places.set(name, 'keyring')
      for (const name of new Set([...wanted, ...places.keys()])) {
        if (fromEnvironment(name) !== null) places.set(name, 'environment')
      }
      const keys = [...places].map(([name, from]) => ({ name, from }))
      return {
        keys: keys.toSorted((a, b) => a.name.localeCompare(b.name)),
        store: answer.state === 'done' ? { kind: 'keyring', why: null } : storeOf(home, answer),
      }
    },
  }
}

function storeOf(home: string, answer: Unusable): KeptKeys['store'] {
  if (answer.state === 'failing') return { kind: 'keyring', why: unusable(answer).message }
  return {
    kind: 'file',
    why: `This system has no key store that Deskhand could use (${answer.why}). Keys are kept in ${keysPath(home)}, which only you can read.`,
  }
}

const unusable = ({ why }: Unusable): UserError =>
  new UserError(
    `The key store of this system can't be used: ${why}. Unlock it and try again, or set DESKHAND_KEYS=file to keep keys in keys.yaml instead.`,
  )
