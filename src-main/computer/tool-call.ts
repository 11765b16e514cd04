// Defines tools as a Computer registers them, calls as it makes them, and what its replies mean.
import { createHash } from 'node:crypto'
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js'
import { resultSchema, type Command, type MCPToolInfo, type Result, type ToolType } from '../core/command.ts'
import { META } from '../servers/tool-reply.ts'
import { argumentCheck } from './argument-check.ts'
import { checkForeignArguments } from './foreign-schemas.ts'
import { isForeign, type BaseMCPServer } from './mcp-server.ts'

/** A tool in the registry, with the check of its arguments. */
export interface RegisteredTool {
  info: MCPToolInfo
  server: BaseMCPServer
  /** The name that its server gives it; `info` may have another name. */
  ownName: string
  /** The hash of its server's whole description of it. */
  hash: string
  /** Whether its server describes it differently from what a person has allowed, so that they are asked again. */
  changed: boolean
  /** Says what is wrong with the arguments, null when nothing is. */
  faultOf(parameters: Record<string, unknown>): string | null | Promise<string | null>
}

/** One call of a tool. Each command makes its own, so that calls of the same tool share no state. */
export interface MCPToolCall {
  readonly tool_info: MCPToolInfo
  readonly parameters: Record<string, unknown>
  readonly call_id: string
  /** The name that its server gives the tool. */
  readonly own_name: string
  /** Whether a person is asked first: because the model wants it, or the tool has changed. */
  readonly confirm: boolean
  /** Null for a meta tool. */
  readonly mcp_server: BaseMCPServer | null
  /** Stores that a person has allowed the server's new description of the tool; null where it has not changed. */
  readonly accept: (() => Promise<void>) | null
}

export const makeToolKey = (toolType: ToolType, namespace: string, toolName: string): string =>
  `${toolType}::${namespace}::${toolName}`

export function toolInfo(tool: Tool, namespace: string, toolType: ToolType): MCPToolInfo {
  return {
    tool_key: makeToolKey(toolType, namespace, tool.name),
    tool_name: tool.name,
    title: tool.title ?? tool.annotations?.title ?? null,
    namespace,
    tool_type: toolType,
    description: tool.description ?? '',
    input_schema: tool.inputSchema,
    output_schema: tool.outputSchema ?? null,
    annotations: tool.annotations ?? null,
    meta: tool._meta ?? null,
  }
}

/** Registers a tool. Schemas of foreign servers are checked on a thread of their own, because they may be made to take for ever. */
export const registeredTool = (tool: Tool, server: BaseMCPServer, toolType: ToolType): RegisteredTool => ({
  info: { ...toolInfo(tool, server.namespace, toolType), ...(isForeign(server) ? { foreign: true } : {}) },
  server,
  ownName: tool.name,
  hash: createHash('sha256').update(JSON.stringify(tool)).digest('hex'),
  changed: false,
  faultOf: isForeign(server)
    ? (parameters) => checkForeignArguments(tool.inputSchema, parameters)
    : argumentCheck(tool.inputSchema),
})

/** Turns a reply into the result of a command. Falsy values are kept. */
export function resultOf(
  reply: CallToolResult,
  command: Pick<Command, 'call_id'>,
  namespace: string,
): Result {
  const head = { namespace, call_id: command.call_id ?? '' }
  if (reply.isError) {
    const code = resultSchema.shape.code.safeParse(reply._meta?.[META.code])
    return {
      status: 'failure',
      error: textOf(reply) || 'The tool failed without saying why.',
      result: null,
      ...head,
      code: (code.success ? code.data : null) ?? 'tool',
    }
  }
  return { status: 'success', error: null, result: valueOf(reply), ...head, code: null }
}

/** Reads the value of a reply: foreign servers may give structured content of their own, or text, or other content. */
function valueOf(reply: CallToolResult): unknown {
  const structured = reply.structuredContent
  if (structured) return 'result' in structured ? structured['result'] : structured
  if (reply.content.length === 0) return null
  return reply.content.every((item) => item.type === 'text') ? textOf(reply) : reply.content
}

const textOf = (reply: CallToolResult): string =>
  reply.content.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n')
