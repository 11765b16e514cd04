// Serves reports of a client's runs as resources.
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { reportResource, REPORT_SCHEME } from './told.ts'

interface Reports {
  /** Names of the runs of this client, the oldest first. */
  runs: () => string[]
  /** Throws McpError for a run of another client. */
  report: (run: string, format: 'html' | 'markdown') => Promise<{ content: string; type: string }>
}

const MIME = { md: 'text/markdown', html: 'text/html' } as const
const noResource = () => new McpError(ErrorCode.InvalidParams, 'There is no such resource.')

export function serveResources(server: Server, { runs, report }: Reports): void {
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: runs().toReversed().map(reportResource),
  }))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: (['md', 'html'] as const).map((ending) => ({
      uriTemplate: `${REPORT_SCHEME}{run}/report.${ending}`,
      name: `report.${ending}`,
      description: 'What was done in a run, step by step',
      mimeType: MIME[ending],
    })),
  }))
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const [, name, ending] = /^deskhand:\/\/runs\/([^/]+)\/report\.(md|html)$/.exec(uri) ?? []
    if (name === undefined || ending === undefined) throw noResource()
    const { content, type } = await report(decoded(name), ending === 'html' ? 'html' : 'markdown')
    return { contents: [{ uri, mimeType: type, text: content }] }
  })
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    throw noResource()
  }
}
