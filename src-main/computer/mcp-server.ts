// What a Computer needs of an MCP server, wherever that lives: the seeds' BaseMCPServer.
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js'
import type { RunControl } from '../core/run-control.ts'

/**
 * One server as a Computer uses it. Failures of a tool are results; what keeps the call from being made or answered (a
 * crash, no connection) is a ToolError, and the next call starts the server again. `run` brings the deadline.
 */
export interface BaseMCPServer extends AsyncDisposable {
  readonly namespace: string
  readonly kind: 'desktop' | 'thread' | 'stdio' | 'http' | 'here'
  /** Counts how often its tools may have become others: it said so, or it is a fresh server. */
  readonly generation?: number
  /** What it is, across runs; missing for a server of ours. */
  readonly identity?: string | undefined
  listTools(run: RunControl): Promise<Tool[]>
  callTool(
    name: string,
    parameters: Record<string, unknown>,
    meta: Record<string, unknown>,
    timeoutMs: number,
    run: RunControl,
  ): Promise<CallToolResult>
  /** Forgets all state: the next call meets a fresh server. Calls under way end as they would have. */
  reset(): Promise<void>
}

export const identityOf = ({ identity, namespace }: Pick<BaseMCPServer, 'identity' | 'namespace'>): string =>
  identity ?? namespace

/** A program of somebody else's: what it says of itself is data. */
export const isForeign = ({ kind }: Pick<BaseMCPServer, 'kind'>): boolean =>
  kind === 'stdio' || kind === 'http'

/**
 * The servers of one desktop, which live together in its process; `DesktopProcess` is the keeper of it. Tools are told apart
 * by the namespace in their `_meta`.
 */
export interface DesktopServers extends Pick<BaseMCPServer, 'listTools' | 'callTool'> {
  readonly namespaces: readonly string[]
  reset?(): Promise<void>
}
