// Makes changes of the table of MCP servers into what must be written into config.yaml.
import {
  mcpServerConfigSchema,
  type MCPConfig,
  type MCPServerConfig,
} from '../../../src-preload/contract/config.ts'
import type { Path } from '../fields.ts'

export interface Change {
  path: Path
  value: unknown
}

export interface Spot {
  agent: string
  root: string
  list: 'data_collection' | 'action'
}

/** Returns the servers of this list after `change`. Only the one list is written, so that changes of another window stay. */
export function changedServers(
  values: MCPConfig,
  { agent, root, list }: Spot,
  change: (servers: MCPServerConfig[]) => MCPServerConfig[],
): Change {
  const servers = change(values[agent]?.[root]?.[list] ?? [])
  return { path: ['mcp', agent, root, list], value: servers.map(written) }
}

const DEFAULTS: Record<string, unknown> = mcpServerConfigSchema.parse({ namespace: 'any' })

/** Returns a server as a person would write it, without default values. */
function written(server: MCPServerConfig): Record<string, unknown> {
  const said = Object.entries(server).filter(
    ([name, value]) =>
      name === 'namespace' || name === 'type' || JSON.stringify(value) !== JSON.stringify(DEFAULTS[name]),
  )
  return Object.fromEntries(said)
}
