// Defines what is seen of a person's own hand while they show how something is done: by control, not by point.
import { z } from 'zod'
import { controlRoleSchema } from './desktop.ts'

const controlSchema = z.object({ role: controlRoleSchema, name: z.string() }).nullable()

export const personActSchema = z.discriminatedUnion('did', [
  z.object({
    did: z.literal('click'),
    button: z.enum(['left', 'middle', 'right']),
    /** The control before the click; null where it can't be known. */
    control: controlSchema,
    application: z.string().nullable(),
    /** Milliseconds on any clock. */
    at: z.number(),
  }),
  z.object({
    did: z.literal('key'),
    key: z.string(),
    down: z.boolean(),
    /** The control with the keyboard. A character for a password is left out: `key` is empty. */
    into: controlSchema,
  }),
  z.object({ did: z.literal('text'), text: z.string(), into: controlSchema }),
])
export type PersonAct = z.infer<typeof personActSchema>
