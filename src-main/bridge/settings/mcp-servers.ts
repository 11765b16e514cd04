// Lists every MCP server of the configuration with its position there and its whole command line.
import type { MCPServerState } from '../../../src-preload/contract/calls/settings.ts'
import type { MCPConfig } from '../../../src-preload/contract/config.ts'
import { commandOf } from '../../../src-preload/contract/mcp-command.ts'

const LISTS = ['data_collection', 'action'] as const

export const mcpServersOf = (config: MCPConfig): MCPServerState[] =>
  Object.entries(config).flatMap(([agent, roots]) =>
    Object.entries(roots).flatMap(([root, lists]) =>
      LISTS.flatMap((list) =>
        lists[list].map((server, index) => ({
          agent,
          root,
          list,
          index,
          server,
          command: commandOf(server),
        })),
      ),
    ),
  )
