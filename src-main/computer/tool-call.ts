// Tools as a Computer registers them, calls as it makes them, and what its replies mean.
import type { JsonSchemaValidator } from '@modelcontextprotocol/sdk/validation'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js'
import { resultSchema, type Command, type MCPToolInfo, type Result, type ToolType } from '../core/command.ts'
import { META } from '../servers/tool-reply.ts'
import type { BaseMCPServer } from './mcp-server.ts'

/** A tool in the registry, with the check of its arguments. */
export interface RegisteredTool {
  info: MCPToolInfo
  server: BaseMCPServer
  /** Names what is wrong with the arguments, null when nothing is. */
  faultOf(parameters: Record<string, unknown>): string | null
}

/** One call of a tool. Made for each command anew: calls of the same tool share nothing that changes. */
export interface MCPToolCall {
  readonly tool_info: MCPToolInfo
  readonly parameters: Record<string, unknown>
  readonly call_id: string
  /** The model's wish that a person is asked first. */
  readonly confirm: boolean
  /** Null for a meta tool. */
  readonly mcp_server: BaseMCPServer | null
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

export const registeredTool = (tool: Tool, server: BaseMCPServer, toolType: ToolType): RegisteredTool => ({
  info: toolInfo(tool, server.namespace, toolType),
  server,
  faultOf: argumentCheck(tool.inputSchema),
})

/** Compiles the schema at the first call. A schema that can't be compiled is left to the server to enforce. */
export function argumentCheck(schema: Record<string, unknown>): RegisteredTool['faultOf'] {
  let validate: JsonSchemaValidator<unknown> | null = null
  const compile = (): JsonSchemaValidator<unknown> => {
    try {
      const { $id: _id, $schema: _draft, ...anonymous } = schema
      return new AjvJsonSchemaValidator().getValidator(asDraft7(anonymous) as Record<string, unknown>)
    } catch {
      return (data) => ({ valid: true, data, errorMessage: undefined })
    }
  }
  const known = Object.keys((schema['properties'] as Record<string, unknown> | undefined) ?? {})
  return (parameters) => {
    validate ??= compile()
    const checked = validate(parameters)
    if (checked.valid) return null
    const unknown =
      schema['additionalProperties'] === false
        ? Object.keys(parameters).filter((name) => !known.includes(name))
        : []
    const faults = checked.errorMessage
      .split(', data')
      .map((fault) => fault.replace(/^data/, ''))
      .filter((fault) => !(unknown.length > 0 && fault.includes('additional properties')))
      .map((fault) => fault.replace(/^\/(\S+)/, '"$1"').trim())
    faults.push(
      ...unknown.map(
        (name) => `"${name}" is not one of its arguments (${known.join(', ') || 'it has none'})`,
      ),
    )
    return `${[...new Set(faults)].join('; ')}.`
  }
}

/** The validator reads draft 7, where tuples are written otherwise than in today's draft 2020-12. */
function asDraft7(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(asDraft7)
  if (typeof schema !== 'object' || schema === null) return schema
  const translated = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, asDraft7(value)]))
  const { prefixItems, items, ...rest } = translated
  if (!Array.isArray(prefixItems)) return translated
  return { ...rest, items: prefixItems, ...(items === undefined ? {} : { additionalItems: items }) }
}

/** What a reply means as the result of a command. Falsy values are kept. */
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

/** Foreign servers may give structured content of their own, or text, or other content. */
function valueOf(reply: CallToolResult): unknown {
  const structured = reply.structuredContent
  if (structured) return 'result' in structured ? structured['result'] : structured
  if (reply.content.length === 0) return null
  return reply.content.every((item) => item.type === 'text') ? textOf(reply) : reply.content
}

const textOf = (reply: CallToolResult): string =>
  reply.content.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n')
