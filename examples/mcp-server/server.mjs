// An MCP server of your own: one tool, which counts the days between two dates. Deskhand starts it and talks to it over stdio.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const DAY_MS = 24 * 60 * 60 * 1000

const server = new McpServer({ name: 'Calendar', version: '1.0.0' })
server.registerTool(
  'count_days',
  {
    description: 'Counts the days from one date to another.',
    inputSchema: {
      from: z.iso.date().describe('The first day, as 2026-01-31.'),
      to: z.iso.date().describe('The last day, as 2026-02-28.'),
    },
    annotations: { readOnlyHint: true },
  },
  ({ from, to }) => {
    const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
    return { content: [{ type: 'text', text: `${days} days` }] }
  },
)
await server.connect(new StdioServerTransport())
