// What Deskhand and its keyring program say to each other.
import { z } from 'zod'

export const KEYRING_METHOD = 'deskhand/keyring'

export const keyringRequestSchema = z.object({
  /** `probe` asks whether there is a key store at all. */
  what: z.enum(['probe', 'get', 'set', 'delete', 'names']),
  service: z.string().min(1),
  name: z.string().default(''),
  secret: z.string().default(''),
})
export type KeyringRequest = z.input<typeof keyringRequestSchema>

export const keyringAnswerSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('done'), secret: z.string().nullable(), names: z.array(z.string()) }),
  /** This machine has no key store. */
  z.object({ state: z.literal('absent'), why: z.string() }),
  /** There is one, and it could not be used: it is locked, it did not answer. */
  z.object({ state: z.literal('failing'), why: z.string() }),
])
export type KeyringAnswer = z.infer<typeof keyringAnswerSchema>
