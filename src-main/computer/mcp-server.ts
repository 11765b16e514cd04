// Defines what a Computer needs of an MCP server, wherever that lives: the seeds' BaseMCPServer.
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js'
import type { RunControl } from '../core/run-control.ts'

/**
 * One server as a Computer uses it. Failures of a tool are results; a failure of the call itself (a crash, no connection) is a ToolError,
 * and the next call restarts the server. `run` brings the deadline.
 */
export interface BaseMCPServer extends AsyncDisposable {
  readonly namespace: string
  readonly kind: 'desktop' | 'thread' | 'stdio' | 'http' | 'here'
  /** Counts how often its tools may have changed: it has sent a notice, or it is a new server. */
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
  /** Forgets all state: the next call gets a new server. Running calls end as usual. */
  reset(): Promise<void>
}

export const identityOf = ({ identity, namespace }: Pick<BaseMCPServer, 'identity' | 'namespace'>): string =>
  identity ?? namespace

/** Tells whether a server is another maker's program, so that its descriptions are data. */
export const isForeign = ({ kind }: Pick<BaseMCPServer, 'kind'>): boolean =>
  kind === 'stdio' || kind === 'http'

/**
 * The servers of one desktop, which live together in its process; `DesktopProcess` is its keeper. The namespace in a tool's `_meta` names
 * its server.
 */
export interface DesktopServers extends Pick<BaseMCPServer, 'listTools' | 'callTool'> {
  readonly namespaces: readonly string[]
  reset?(): Promise<void>
}
