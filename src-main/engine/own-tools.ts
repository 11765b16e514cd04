// Lists the tools that Deskhand brings along, without a desktop.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { MCPToolInfo } from '../core/command.ts'
import { builtInServers } from '../servers/registry.ts'
import { DESKTOP_TOOLS, describeTool } from '../servers/desktop/protocol/server.ts'
import type { ThreadServerModule } from '../servers/server-module.ts'

type OwnTool = Pick<MCPToolInfo, 'tool_name' | 'namespace' | 'tool_type' | 'description' | 'input_schema'>

const NO_HOST = { own: () => {}, disown: () => {} }

let told: Promise<OwnTool[]> | null = null

export const ownTools = (): Promise<OwnTool[]> => (told ??= tell())

async function tell(): Promise<OwnTool[]> {
  const registry = builtInServers()
  const threads = await Promise.all(
    registry.list().map(async (namespace) => {
      const server = registry.get(namespace)
      return server?.place === 'thread' ? toolsOf(namespace, await server.load()) : []
    }),
  )
  const desktop = DESKTOP_TOOLS.map((tool) => ({
    tool_name: tool.name,
    namespace: tool.namespace,
    tool_type: tool.tool_type,
    description: tool.description,
    input_schema: describeTool(tool).inputSchema,
  }))
  return [...desktop, ...threads.flat()]
}

async function toolsOf(namespace: string, module: ThreadServerModule): Promise<OwnTool[]> {
  const server = await module.build({ env: {}, applications: {}, desktop: 'virtual' }, NO_HOST)
  const client = new Client({ name: 'Deskhand', version: '1' })
  const [near, far] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(far), client.connect(near)])
  try {
    const { tools } = await client.listTools()
    return tools.map(({ name, description = '', inputSchema }) => ({
      tool_name: name,
      namespace,
      tool_type: 'action',
      description,
      input_schema: inputSchema,
    }))
  } finally {
    await client.close()
  }
}
