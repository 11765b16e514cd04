// Calls to watch the desktop of a run as it is, and to drive it by hand while the run is paused.
import { z } from 'zod'
import { pointSchema } from '../geometry.ts'
import { runNameSchema } from './runs.ts'

/** What a person does on the picture of a desktop. Points are in the screen space of that desktop. Never stored. */
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

const oneRun = z.strictObject({ run: runNameSchema })
const nothing = z.strictObject({})

export const desktopCalls = {
  /** Frames of its desktop as pushes, at once and whenever it changes, until it is unwatched or the window is gone. */
  watch_desktop: {
    input: z.strictObject({
      run: runNameSchema,
      /** Pixels; a wider desktop is made smaller. */
      max_width: z.number().int().min(64).max(7680).default(1280),
    }),
    output: nothing,
  },
  unwatch_desktop: { input: oneRun, output: nothing },
  /** Pauses the run and lets the person drive; answers when nothing acts any more. */
  take_over: { input: oneRun, output: nothing },
  /** Lets go of what the person still holds and lets the run go on. */
  hand_back: { input: oneRun, output: nothing },
  /** Refused unless the person has taken over. */
  person_input: {
    input: z.strictObject({ run: runNameSchema, inputs: z.array(personInputSchema).min(1).max(500) }),
    output: nothing,
  },
} as const
