// Offers one of the servers of the desktop process to a Computer.
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js'
import type { RunControl } from '../core/run-control.ts'
import { META } from '../servers/tool-reply.ts'
import type { BaseMCPServer, DesktopServers } from './mcp-server.ts'

export class DesktopServer implements BaseMCPServer {
  readonly kind = 'desktop'
  readonly namespace: string
  readonly #desktop: DesktopServers

  constructor(desktop: DesktopServers, namespace: string) {
    this.namespace = namespace
    this.#desktop = desktop
  }

  async listTools(run: RunControl): Promise<Tool[]> {
    const tools = await this.#desktop.listTools(run)
    return tools.filter((tool) => tool._meta?.[META.namespace] === this.namespace)
  }

  callTool(
    name: string,
    parameters: Record<string, unknown>,
    meta: Record<string, unknown>,
    timeoutMs: number,
    run: RunControl,
  ): Promise<CallToolResult> {
    return this.#desktop.callTool(
      name,
      parameters,
      { ...meta, [META.namespace]: this.namespace },
      timeoutMs,
      run,
    )
  }

  async reset(): Promise<void> {
    await this.#desktop.reset?.()
  }

  /** Does nothing, because the desktop process is shared and its keeper ends it. */
  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve()
  }
}
