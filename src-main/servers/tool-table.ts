// Builds an MCP server from a table of tools: one schema per tool, from which its JSON Schema and its types derive.
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type CallToolResult,
  type Tool,
  type ToolAnnotations,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { ToolType } from '../core/command.ts'
import { messageOf } from '../core/errors.ts'
import { NO_VALIDATOR } from '../core/no-validator.ts'
import { failed, META } from './tool-reply.ts'

export interface CallContext {
  /** Aborted when the caller no longer wants the call. */
  signal: AbortSignal
  /** Whether the gate of the dispatcher has admitted this call. */
  admitted: boolean
}

export interface ServedTool {
  description: Tool
  call(parameters: unknown, context: CallContext): Promise<CallToolResult>
}

/** Makes one row of the table. */
export function tool<S extends z.ZodObject>(
  name: string,
  description: string,
  parameters: S,
  run: (parameters: z.infer<S>, context: CallContext) => Promise<CallToolResult> | CallToolResult,
  annotations: ToolAnnotations = {},
): ServedTool {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(parameters, { io: 'input' })
  return {
    description: {
      name,
      description,
      inputSchema: { ...inputSchema, type: 'object' } as Tool['inputSchema'],
      annotations,
    },
    call: async (given, context) => {
      const parsed = parameters.safeParse(given)
      return parsed.success
        ? run(parsed.data, context)
        : failed(z.prettifyError(parsed.error), 'bad_arguments')
    },
  }
}

/** Makes a server of these tools. An error that a tool throws is a failure of that call alone. */
export function serveTools(namespace: string, toolType: ToolType, tools: ServedTool[]): Server {
  const server = new Server(
    { name: namespace, version: '1' },
    { capabilities: { tools: {} }, jsonSchemaValidator: NO_VALIDATOR },
  )
  const table = new Map(tools.map((served) => [served.description.name, served]))
  const _meta = { [META.namespace]: namespace, [META.toolType]: toolType }
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map((served) => ({ ...served.description, _meta })),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const served = table.get(params.name)
    if (!served) return failed(`${namespace} has no tool ${params.name}.`, 'unknown_tool')
    try {
      const admitted = params._meta?.[META.admitted] === true
      return await served.call(params.arguments ?? {}, { signal, admitted })
    } catch (error) {
      return failed(messageOf(error))
    }
  })
  return server
}
