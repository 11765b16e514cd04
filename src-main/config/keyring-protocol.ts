// Defines what Deskhand asks its keyring program, which speaks with the key store of the system.
import { z } from 'zod'

const service = z.string().min(1)
const name = z.string().min(1)

const answer = <T extends z.ZodType>(value: T) =>
  z.discriminatedUnion('state', [
    z.object({ state: z.literal('done'), value }),
    /** This machine has no key store. */
    z.object({ state: z.literal('absent'), why: z.string() }),
    /** There is a key store, but it could not be used: it is locked, or did not answer. */
    z.object({ state: z.literal('failing'), why: z.string() }),
  ])

export const KEYRING_CALLS = {
  /** Null where there is no such key. */
  get: { input: z.object({ service, name }), output: answer(z.string().nullable()) },
  set: { input: z.object({ service, name, secret: z.string() }), output: answer(z.null()) },
  /** Whether there was such a key. */
  delete: { input: z.object({ service, name }), output: answer(z.boolean()) },
  names: { input: z.object({ service }), output: answer(z.array(z.string())) },
} as const

export type KeyringAnswer<T> = { state: 'done'; value: T } | Unusable
export interface Unusable {
  state: 'absent' | 'failing'
  why: string
}
