// Links a client to a server within the process, for protocol tests.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'

/** A busy machine starts an office in more than the client's own minute. */
const BUSY_MS = 300_000

export async function connectTo(server: Server): Promise<{
  client: Client
  call: (
    name: string,
    parameters?: Record<string, unknown>,
    options?: { meta?: Record<string, unknown>; signal?: AbortSignal },
  ) => Promise<CallToolResult>
}> {
  const [near, far] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '1' })
  await Promise.all([server.connect(far), client.connect(near)])
  return {
    client,
    call: async (name, parameters = {}, { meta = {}, signal } = {}) =>
      (await client.callTool({ name, arguments: parameters, _meta: meta }, undefined, {
        timeout: BUSY_MS,
        ...(signal ? { signal } : {}),
      })) as CallToolResult,
  }
}
