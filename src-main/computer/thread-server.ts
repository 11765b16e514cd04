// A server that lives in the worker threads of the pool. A server of ours says here which tools it has: no thread starts for that.
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
  readonly #lister: BaseMCPServer | null

  /** `lister`: the same server in this process, which only lists; null for a module that is not ours. */
  constructor(pool: ThreadPool, spec: ThreadServerSpec, lister: BaseMCPServer | null) {
    this.namespace = spec.namespace
    this.#pool = pool
    this.#spec = spec
    this.#lister = lister
  }

  listTools(run: RunControl): Promise<Tool[]> {
    return this.#lister?.listTools(run) ?? this.#pool.listTools(this.#spec, run)
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

  /** The pool is shared and closed by its owner. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#lister?.[Symbol.asyncDispose]()
  }
}
