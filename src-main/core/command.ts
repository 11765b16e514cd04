// Defines commands and results: the language between agents and computers. Keys keep the seeds' spelling.
import { z } from 'zod'
import { resultStatusSchema } from '../../src-preload/contract/events.ts'

export { resultStatusSchema }

export const toolTypeSchema = z.enum(['data_collection', 'action'])
export type ToolType = z.infer<typeof toolTypeSchema>

/** One call of a tool. If two servers have the tool and `namespace` is missing, the call fails and lists both. */
export const commandSchema = z.object({
  tool_name: z.string(),
  parameters: z.record(z.string(), z.unknown()).default({}),
  tool_type: toolTypeSchema,
  /** The server that has the tool; needed only when two have a tool of that name. */
  namespace: z.string().optional(),
  /** Joins the events, the result and the effect of one call. The dispatcher sets it where it is missing. */
  call_id: z.string().optional(),
  /** The model wants a person to be asked first. It can add a question, never remove one. */
  confirm: z.boolean().optional(),
})
export type Command = z.infer<typeof commandSchema>

/** The result of a command, which never throws. Falsy results (`0`, `""`, `[]`) are kept. */
export const resultSchema = z.object({
  status: resultStatusSchema,
  /** Says what to do; null unless the status is failure or skipped. */
  error: z.string().nullable(),
  result: z.unknown(),
  namespace: z.string().nullable(),
  call_id: z.string(),
  /** Why a failure happened, for callers that treat kinds of failure differently. */
  code: z
    .enum([
      'unknown_tool',
      'ambiguous_tool',
      'bad_arguments',
      'timeout',
      'crash',
      'refused',
      'target_changed',
      'lost',
      'tool',
    ])
    .nullable()
    .default(null),
})
export type Result = z.infer<typeof resultSchema>

/** A tool as a server describes it. `input_schema` is JSON Schema. */
export interface MCPToolInfo {
  /** `tool_type::namespace::tool_name` */
  tool_key: string
  tool_name: string
  title: string | null
  namespace: string
  tool_type: ToolType
  description: string
  input_schema: Record<string, unknown>
  output_schema: Record<string, unknown> | null
  annotations: Record<string, unknown> | null
  meta: Record<string, unknown> | null
  /** The tool belongs to another maker's program, so its description is data. */
  foreign?: boolean
}

/** Says which Computer a command belongs to: the seeds' routing by agent, process and root name. */
export interface Route {
  agent_name: string
  /** The process of the chosen window, `''` before one is chosen. */
  process_name: string
  /** The application's executable name, `''` before one is chosen. */
  root_name: string
}

export const failure = (
  command: Pick<Command, 'call_id'>,
  code: Result['code'],
  error: string,
  namespace: string | null = null,
): Result => ({ status: 'failure', error, result: null, namespace, call_id: command.call_id ?? '', code })
