// Runs tools in worker threads: at most ten, started when needed and shared between Computers. One call at a time per thread, so
// that a tool that spins blocks nobody.
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { CallToolResultSchema, type CallToolResult, type Tool } from '@modelcontextprotocol/sdk/types.js'
import { drop } from '../core/control-flow.ts'
import type { Logger } from '../core/logger.ts'
import type { RunControl } from '../core/run-control.ts'
import { isConnectionClosed, NO_TIMEOUT_MS, soon } from './mcp-client.ts'
import { keyOf, PoolWorker } from './pool-worker.ts'
import type { ThreadServerSpec } from './worker.ts'

/** How many threads work at the same time: the seeds' number. */
const MAX_WORKERS = 10

interface ThreadPoolOptions {
  logger: Logger
  /** How many idle threads are kept for ever. */
  keepIdle?: number
  /** Milliseconds after which the other idle ones are retired. */
  idleMs?: number
}

export class ThreadPool implements AsyncDisposable {
  readonly #logger: Logger
  readonly #keepIdle: number
  readonly #idleMs: number
  readonly #workers = new Set<PoolWorker>()
  readonly #limit = new Limit(MAX_WORKERS)
  #started = 0
  #closed = false

  constructor(options: ThreadPoolOptions) {
    this.#logger = options.logger
    this.#keepIdle = options.keepIdle ?? 1
    this.#idleMs = options.idleMs ?? 30_000
  }

  /** Names of the running threads. */
  get names(): string[] {
    return [...this.#workers].map((worker) => worker.name)
  }

  /**
   * Calls a tool. When `run` ends first, the call is cancelled and its thread terminated, with every process that the
   * tool has started and owns. Throws ToolError when the thread crashes or the server can't be built.
   */
  callTool(
    spec: ThreadServerSpec,
    name: string,
    parameters: Record<string, unknown>,
    meta: Record<string, unknown>,
    run: RunControl,
  ): Promise<CallToolResult> {
    return this.#use(spec, run, async (client) => {
      const request = { name, arguments: parameters, _meta: meta }
      const options = { signal: run.signal, timeout: NO_TIMEOUT_MS }
      return (await client.callTool(request, CallToolResultSchema, options)) as CallToolResult
    })
  }

  listTools(spec: ThreadServerSpec, run: RunControl): Promise<Tool[]> {
    return this.#use(spec, run, async (client) => {
      const { tools } = await client.listTools({}, { signal: run.signal, timeout: NO_TIMEOUT_MS })
      return tools
    })
  }

  /** Makes the next calls of this server get fresh instances. */
  unlink(spec: ThreadServerSpec): void {
    for (const worker of this.#workers) worker.unlink(keyOf(spec))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#workers].map((worker) => worker.terminate()))
  }

  async #use<T>(spec: ThreadServerSpec, run: RunControl, act: (client: Client) => Promise<T>): Promise<T> {
    run.throwIfStopped()
    using _place = await this.#limit.enter(run)
    const worker = this.#take(spec)
    let linked: Client | null = null
    try {
      linked = worker.openLink(spec) ?? (await run.race(worker.link(spec)))
      return await act(linked)
    } catch (error) {
      if (run.stopped) {
        await this.#end(worker, linked)
        throw run.signal.reason
      }
      // The connection breaks a moment before the thread reports why it ends.
      if (isConnectionClosed(error)) throw await worker.exited
      throw error
    } finally {
      this.#release(worker)
    }
  }

  /** Takes an idle thread, if possible one that has the server already; a new one when all are busy. */
  #take(spec: ThreadServerSpec): PoolWorker {
    if (this.#closed) throw new Error('The thread pool is closed.')
    const key = keyOf(spec)
    const idle = [...this.#workers].filter((worker) => !worker.busy && !worker.ended)
    const worker = idle.find((candidate) => candidate.has(key)) ?? idle[0] ?? this.#start()
    worker.busy = true
    worker.keepAlive?.()
    worker.keepAlive = null
    return worker
  }

  #start(): PoolWorker {
    const worker = new PoolWorker(`mcp_tool_${this.#started++}`, this.#logger, (ended) =>
      this.#workers.delete(ended),
    )
    this.#workers.add(worker)
    return worker
  }

  #release(worker: PoolWorker): void {
    worker.busy = false
    worker.closeStale()
    if (worker.ended || this.#closed) return
    const timer = setTimeout(() => {
      const idle = [...this.#workers].filter((other) => !other.busy && !other.ended)
      if (!worker.busy && idle.length > this.#keepIdle) drop(worker.terminate())
    }, this.#idleMs)
    timer.unref()
    worker.keepAlive = () => clearTimeout(timer)
  }

  /** Ends a thread after its call was cancelled. A thread that still reacts ends its processes first; then it is terminated. */
  async #end(worker: PoolWorker, client: Client | null): Promise<void> {
    this.#workers.delete(worker)
    if (client) await soon(client.ping({ timeout: NO_TIMEOUT_MS }), 100)
    await worker.terminate()
  }
}

/** Limits how many calls go on at the same time; the rest wait in their order. */
class Limit {
  readonly #most: number
  #running = 0
  readonly #waiting = new Set<() => void>()

  constructor(most: number) {
    this.#most = most
  }

  /** Waits for a place, or throws when `run` ends first. Dispose the place to release it. */
  async enter(run: RunControl): Promise<Disposable> {
    if (this.#running >= this.#most) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#waiting.add(resolve)
      try {
        await run.race(promise)
      } catch (error) {
        // If the place was given at the same moment, it goes to the next one.
        if (!this.#waiting.delete(resolve)) this.#leave()
        throw error
      }
    } else {
      this.#running++
    }
    return { [Symbol.dispose]: () => this.#leave() }
  }

  /** Gives the place to the call that has waited longest. */
  #leave(): void {
    const [next] = this.#waiting
    if (!next) {
      this.#running--
      return
    }
    this.#waiting.delete(next)
    next()
  }
}
