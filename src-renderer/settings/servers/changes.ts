// Changes of the table of MCP servers, as what is to be written into config.yaml.
import type { MCPConfig, MCPServerConfig } from '../../../src-preload/contract/config.ts'
import { valueAt } from '../fields.ts'
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

/**
 * The servers of this place, as `change` leaves them. Where the file itself has the list, it alone is written, so that what
 * another window or an editor changes elsewhere stays; else the whole table is, for its default goes as one.
 */
export function changedServers(
  own: unknown,
  values: MCPConfig,
  { agent, root, list }: Spot,
  change: (servers: MCPServerConfig[]) => MCPServerConfig[],
): Change {
  const path = ['mcp', agent, root, list]
  const roots = values[agent] ?? {}
  const lists = roots[root] ?? { data_collection: [], action: [] }
  const servers = change(lists[list])
  if (valueAt(own, path) !== undefined) return { path, value: servers }
  return { path: ['mcp'], value: { ...values, [agent]: { ...roots, [root]: { ...lists, [list]: servers } } } }
}
