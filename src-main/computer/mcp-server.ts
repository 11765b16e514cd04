// Defines what a Computer needs of an MCP server, wherever that lives: the seeds' BaseMCPServer.
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js'
import type { RunControl } from '../core/run-control.ts'

/**
 * One server as a Computer uses it. Failures of a tool are results; what keeps the call from being made or answered (a
 * crash, no connection) is a ToolError, and the next call starts the server again. `run` brings the deadline.
 */
export interface BaseMCPServer extends AsyncDisposable {
  readonly namespace: string
  readonly kind: 'desktop' | 'thread' | 'stdio' | 'http' | 'here'
  /** Counts how often its tools may have changed: it said so, or it is a fresh server. */
  readonly generation?: number
  /** The identity of the server, across runs; missing for a server of ours. */
  readonly identity?: string | undefined
  listTools(run: RunControl): Promise<Tool[]>
  callTool(
    name: string,
    parameters: Record<string, unknown>,
    meta: Record<string, unknown>,
    timeoutMs: number,
    run: RunControl,
  ): Promise<CallToolResult>
  /** Forgets all state: the next call gets a fresh server. Calls that go on end as they would have. */
  reset(): Promise<void>
}

export const identityOf = ({ identity, namespace }: Pick<BaseMCPServer, 'identity' | 'namespace'>): string =>
  identity ?? namespace

/** Says whether a server is another maker's program: what it says of itself is data. */
export const isForeign = ({ kind }: Pick<BaseMCPServer, 'kind'>): boolean =>
  kind === 'stdio' || kind === 'http'

/**
 * The servers of one desktop, which live together in its process; `DesktopProcess` is its keeper. The namespace in the `_meta` of
 * a tool says to which server it belongs.
 */
export interface DesktopServers extends Pick<BaseMCPServer, 'listTools' | 'callTool'> {
  readonly namespaces: readonly string[]
  reset?(): Promise<void>
}
