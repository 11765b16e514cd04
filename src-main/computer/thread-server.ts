// Offers a server that lives in the worker threads of the pool to a Computer.
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js'
import type { RunControl } from '../core/run-control.ts'
import type { BaseMCPServer } from './mcp-server.ts'
import type { ThreadPool } from './thread-pool.ts'
import type { ThreadServerSpec } from './worker.ts'

export class ThreadServer implements BaseMCPServer {
  readonly kind = 'thread'
  readonly namespace: string
  readonly #pool: ThreadPool
  readonly #spec: ThreadServerSpec

  constructor(pool: ThreadPool, spec: ThreadServerSpec) {
    this.namespace = spec.namespace
    this.#pool = pool
    this.#spec = spec
  }

  listTools(run: RunControl): Promise<Tool[]> {
    return this.#pool.listTools(this.#spec, run)
  }

  callTool(
    name: string,
    parameters: Record<string, unknown>,
    meta: Record<string, unknown>,
    _timeoutMs: number,
    run: RunControl,
  ): Promise<CallToolResult> {
    return this.#pool.callTool(this.#spec, name, parameters, meta, run)
  }

  reset(): Promise<void> {
    this.#pool.unlink(this.#spec)
    return Promise.resolve()
  }

  /** Does nothing, because the pool is shared and its owner closes it. */
  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve()
  }
}
