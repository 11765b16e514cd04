// Changes of the table of MCP servers, as what is to be written into config.yaml.
import {
  mcpServerConfigSchema,
  type MCPConfig,
  type MCPServerConfig,
} from '../../../src-preload/contract/config.ts'
import type { Path } from '../use-setting.ts'

export interface Change {
  path: Path
  value: unknown
}

export interface Spot {
  agent: string
  root: string
  list: 'data_collection' | 'action'
}

/** The servers of this place, as `change` leaves them. The one list is written, so that what another window changes stays. */
export function changedServers(
  values: MCPConfig,
  { agent, root, list }: Spot,
  change: (servers: MCPServerConfig[]) => MCPServerConfig[],
): Change {
  const servers = change(values[agent]?.[root]?.[list] ?? [])
  return { path: ['mcp', agent, root, list], value: servers.map(written) }
}

const DEFAULTS: Record<string, unknown> = mcpServerConfigSchema.parse({ namespace: 'any' })

/** A server as a person would write it: without what is so anyway. */
function written(server: MCPServerConfig): Record<string, unknown> {
  const said = Object.entries(server).filter(
    ([name, value]) =>
      name === 'namespace' || name === 'type' || JSON.stringify(value) !== JSON.stringify(DEFAULTS[name]),
  )
  return Object.fromEntries(said)
}
