// Defines the tools that a Computer answers itself, as a table. They act on nothing and pass no gate.
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { toolTypeSchema, type MCPToolInfo } from '../core/command.ts'
import { failed, reply } from '../servers/tool-reply.ts'
import { argumentCheck } from './argument-check.ts'
import { makeToolKey } from './tool-call.ts'
import type { ToolLister } from './tool-lister.ts'

export interface MetaTool {
  info: MCPToolInfo
  faultOf: ReturnType<typeof argumentCheck>
  run(computer: ToolLister, parameters: Record<string, unknown>): CallToolResult
}

const META_NAMESPACE = 'Computer'

function metaTool<S extends z.ZodObject>(
  name: string,
  description: string,
  parameters: S,
  run: (computer: ToolLister, parameters: z.infer<S>) => CallToolResult,
): [string, MetaTool] {
  const { $schema: _, ...input_schema } = z.toJSONSchema(parameters, { io: 'input' })
  const info: MCPToolInfo = {
    tool_key: makeToolKey('action', META_NAMESPACE, name),
    tool_name: name,
    title: null,
    namespace: META_NAMESPACE,
    tool_type: 'action',
    description,
    input_schema,
    output_schema: null,
    annotations: { readOnlyHint: true },
    meta: null,
  }
  return [
    name,
    {
      info,
      faultOf: argumentCheck(input_schema),
      run: (computer, given) => {
        const parsed = parameters.safeParse(given)
        return parsed.success
          ? run(computer, parsed.data)
          : failed(z.prettifyError(parsed.error), 'bad_arguments')
      },
    },
  ]
}

const listToolsSchema = z.strictObject({
  tool_type: toolTypeSchema.nullable().default(null),
  namespace: z.string().nullable().default(null),
  remove_meta: z.boolean().default(true),
})

export const META_TOOLS: ReadonlyMap<string, MetaTool> = new Map([
  metaTool(
    'list_tools',
    'Lists the tools of this computer.',
    listToolsSchema,
    (computer, { tool_type, namespace, remove_meta }) =>
      reply(computer.listTools(tool_type, namespace, remove_meta)),
  ),
])
