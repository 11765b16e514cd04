// Reads the `mcpServers` of other programs as servers of this one.
import { z } from 'zod'
import type { MCPServerConfig } from '../../../src-preload/contract/config.ts'
import { draftServer, EMPTY_DRAFT, type DraftFault } from './draft.ts'
import { linesOf } from './lines.ts'

const textMap = z.record(z.string(), z.string()).default({})
const foreignSchema = z.object({
  command: z.string().optional(),
  args: z.array(z.string()).default([]),
  env: textMap,
  cwd: z.string().default(''),
  url: z.string().optional(),
  serverUrl: z.string().optional(),
  headers: textMap,
})
const serversSchema = z.record(z.string(), foreignSchema)
const fileSchema = z.union([
  z.object({ mcpServers: serversSchema }).transform(({ mcpServers }) => mcpServers),
  // VS Code
  z.object({ servers: serversSchema }).transform(({ servers }) => servers),
  serversSchema,
])

export interface Imported {
  name: string
  server: MCPServerConfig | null
  keys: Record<string, string>
  fault: DraftFault | null
}

/** Reads the servers; null where the text is no such file. A server that can't be imported has its fault. */
export function importedServers(json: string, taken: readonly string[]): Imported[] | null {
  const read = fileSchema.safeParse(valueOf(json))
  if (!read.success || Object.keys(read.data).length === 0) return null
  return Object.entries(read.data).map(([name, { command, args, env, cwd, url, serverUrl, headers }]) => {
    const address = url ?? serverUrl
    const draft = {
      ...EMPTY_DRAFT,
      namespace: name,
      cwd,
      env: linesOf(env, '='),
      ...(address === undefined ? {} : { type: 'http' as const, address, headers: linesOf(headers, ': ') }),
    }
    // In a file the program is a single word already.
    const made = draftServer(draft, taken, { program: command ?? '', start_args: args })
    return made.ok
      ? { name, server: made.server, keys: made.keys, fault: null }
      : { name, server: null, keys: {}, fault: made.fault }
  })
}

function valueOf(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
