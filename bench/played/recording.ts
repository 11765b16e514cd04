// Defines a played task: what was asked, what a reader of the prompts replied, and what is true at the end.
import { z } from 'zod'

/** What a reply means where a prompt gives an id: the control, or the window, of this role and name; `nth` of several. */
const meantSchema = z.strictObject({ role: z.string(), name: z.string(), nth: z.number().int().default(0) })
export type Meant = z.infer<typeof meantSchema>

const expectedSchema = z.union([
  z.strictObject({ file: z.string(), is: z.string() }),
  z.strictObject({ file: z.string(), holds: z.string(), within: z.string().optional() }),
  /** Bytes, as of the size in the header of a picture. */
  z.strictObject({ file: z.string(), hex: z.string() }),
  /** The body of the form that was sent, null where none may be. */
  z.strictObject({ posted: z.string().nullable() }),
  z.strictObject({ result: z.string() }),
])
export type Expected = z.infer<typeof expectedSchema>

export const recordingSchema = z.strictObject({
  /** Model calls of a good agent, the judgement at the end included. */
  good_agent: z.number().int().positive(),
  strategy: z.enum(['host-app', 'single', 'planner']),
  /** `{home}` and `{site}` stand for the folder and the server of a replay, as in the replies. */
  request: z.string(),
  files: z.record(z.string(), z.union([z.string(), z.strictObject({ base64: z.string() })])),
  pages: z.record(z.string(), z.string()).default({}),
  expects: z.array(expectedSchema).min(1),
  /** Each agent is answered by the replies of its kind, in order. */
  replies: z.array(z.strictObject({ kind: z.string(), reply: z.union([z.string(), z.looseObject({})]) })),
})
export type Recording = z.infer<typeof recordingSchema>

export const meantOf = (value: unknown): Meant | null => meantSchema.safeParse(value).data ?? null
