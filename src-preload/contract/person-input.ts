// Defines what a person does by hand on the picture of a desktop.
import { z } from 'zod'
import { pointSchema } from './geometry.ts'

/** A person's input on the picture of a desktop. Points are in the screen space of that desktop. Never stored. */
export const personInputSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('move'), point: pointSchema }),
  z.strictObject({
    type: z.literal('button'),
    point: pointSchema,
    button: z.enum(['left', 'middle', 'right']),
    down: z.boolean(),
  }),
  /** Notches; positive is up, or left with `horizontal`. */
  z.strictObject({
    type: z.literal('scroll'),
    point: pointSchema,
    notches: z.number().int().min(-50).max(50),
    horizontal: z.boolean(),
  }),
  /** `key` as a browser's KeyboardEvent names it. */
  z.strictObject({ type: z.literal('key'), key: z.string().min(1).max(40), down: z.boolean() }),
  /** Text at once: from an input method or pasted. */
  z.strictObject({ type: z.literal('text'), text: z.string().min(1).max(100_000) }),
])
export type PersonInput = z.infer<typeof personInputSchema>
