// Defines the calls by which other programs use Deskhand: a desktop on which they act, and the server that MCP clients reach.
import { z } from 'zod'
import { displayKindSchema } from '../config.ts'
import { effectSchema, resultStatusSchema } from '../events.ts'
import { computerToolSchema } from './desktop.ts'
import { runNameSchema } from './runs.ts'

/** Names a desktop that a program has opened. */
export const programDesktopSchema = z.string().min(1).max(100)

/** One act or look: a tool of `open_desktop` and its parameters. */
export const programCommandSchema = z.strictObject({
  tool_name: z.string().min(1).max(200),
  /** The server that has the tool; needed only when two have a tool of that name. */
  namespace: z.string().max(200).optional(),
  parameters: z.record(z.string(), z.unknown()).default({}),
})

const programResultSchema = z.object({
  status: resultStatusSchema,
  result: z.unknown(),
  error: z.string().nullable(),
  /** Null for a look, a failure, and an act whose effect can't be observed. */
  effect: z.object({ effect: effectSchema, evidence: z.string() }).nullable(),
})
export type ProgramResult = z.infer<typeof programResultSchema>

const oneDesktop = z.strictObject({ desktop: programDesktopSchema })
const nothing = z.strictObject({})

export const programCalls = {
  /** Lists Deskhand's own tools, without opening a desktop. */
  list_own_tools: {
    input: nothing,
    output: z.object({
      tools: z.array(
        computerToolSchema.pick({
          tool_name: true,
          namespace: true,
          tool_type: true,
          description: true,
          input_schema: true,
        }),
      ),
    }),
  },
  /**
   * Opens a desktop for the calling program. Its acts there are a run of its own, which can be watched and stopped like any other, and the
   * gate judges each act. The desktop ends when it is closed or the program is gone.
   */
  open_desktop: {
    input: z.strictObject({
      /** Null means the configuration's. */
      display: displayKindSchema.nullable().default(null),
      /** Whether the program can ask its person; otherwise acts that need approval are refused. */
      attended: z.boolean().default(false),
    }),
    output: z.object({
      desktop: programDesktopSchema,
      kind: z.enum(['host', 'virtual']),
      tools: z.array(computerToolSchema),
    }),
  },
  /**
   * Acts and looks, in order, up to the first failed one. `call` names it for `cancel_use`. Events of its run, and the questions of the
   * gate, are pushes.
   */
  use_desktop: {
    input: z.strictObject({
      desktop: programDesktopSchema,
      commands: z.array(programCommandSchema).min(1).max(100),
      call: z.string().min(1).max(100).nullable().default(null),
    }),
    output: z.object({ run: runNameSchema, results: z.array(programResultSchema) }),
  },
  /** Ends a running use; the desktop stays. */
  cancel_use: {
    input: z.strictObject({ desktop: programDesktopSchema, call: z.string().min(1).max(100) }),
    output: nothing,
  },
  /** Gives the answer of the caller's model to `ask_model`; null where there is none, for the reason `why`. */
  answer_model: {
    input: z.strictObject({
      ask: z.string().min(1).max(100),
      answer: z.strictObject({ text: z.string().max(1_000_000), model: z.string().max(300) }).nullable(),
      why: z.string().max(2_000).default(''),
    }),
    output: nothing,
  },
  /** Closes the desktop. Everything on a virtual one ends with it. */
  close_desktop: { input: oneDesktop, output: nothing },
  /** Says how other programs of this machine start Deskhand as their MCP server, and where it already listens. */
  programs_setup: {
    input: nothing,
    output: z.object({
      command: z.string(),
      args: z.array(z.string()),
      /** Null where it does not listen. */
      served: z.object({ address: z.string(), token: z.string() }).nullable(),
    }),
  },
  /** Listens for MCP clients of this machine; each authenticates with the token. */
  serve_programs: {
    input: z.strictObject({
      /** 0 means any free one. */
      port: z.number().int().min(0).max(65_535).default(0),
      display: displayKindSchema.nullable().default(null),
    }),
    output: z.object({ address: z.string(), token: z.string() }),
  },
  /** Stops listening. The runs and desktops of the clients end. */
  stop_serving_programs: { input: nothing, output: nothing },
} as const
