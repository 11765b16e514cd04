// Runs one worker thread of the pool, with its kept links and the processes that must not outlive it.
import { MessageChannel, Worker } from 'node:worker_threads'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { programPath } from '../core/entry.ts'
import { ToolError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import { NO_VALIDATOR } from '../core/no-validator.ts'
import { endGroup } from '../core/process-group.ts'
import { MessagePortTransport } from '../core/worker-transport.ts'
import { soon } from './mcp-client.ts'
import type { LinkRequest, ThreadMessage, ThreadServerSpec } from './worker.ts'

/** Megabytes of heap of one thread; a tool that needs more crashes alone. */
const HEAP_MB = 256
/** Milliseconds that the end of a thread may take. */
const TERMINATE_MS = 200

const keys = new WeakMap<ThreadServerSpec, string>()

/** Returns the same key for equal specs. Keys are cached, because an environment is long and calls are many. */
export function keyOf(spec: ThreadServerSpec): string {
  const kept = keys.get(spec)
  if (kept !== undefined) return kept
  const key = JSON.stringify([spec.namespace, spec.module, spec.options, spec.owner ?? null])
  keys.set(spec, key)
  return key
}

interface Link {
  number: number
  client: Promise<Client>
  /** The client, once it is connected. */
  open: Client | null
  /** Makes the running calls fail, and forgets the link. */
  end: (error: Error) => void
}

export class PoolWorker {
  readonly name: string
  /** Resolves when the thread has ended, with the reason. */
  readonly exited: Promise<ToolError>
  busy = false
  ended = false
  /** Cancels its retirement, which is planned while it is idle. */
  keepAlive: (() => void) | null = null
  readonly #worker: Worker
  readonly #logger: Logger
  readonly #end: (error: ToolError) => void
  readonly #links = new Map<string, Link>()
  readonly #stale: Link[] = []
  readonly #children = new Set<number>()
  #nextLink = 0

  constructor(name: string, logger: Logger, onEnd: (worker: PoolWorker) => void) {
    this.name = name
    this.#logger = logger
    this.#worker = new Worker(programPath('worker', 'computer/worker.ts'), {
      name,
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    const { promise, resolve } = Promise.withResolvers<ToolError>()
    this.exited = promise
    this.#end = (error) => {
      for (const link of [...this.#links.values(), ...this.#stale]) link.end(error)
      resolve(error)
      onEnd(this)
    }
    let cause: Error | null = null
    this.#worker.on('error', (error: Error) => (cause = error))
    this.#worker.on('exit', () => {
      this.ended = true
      this.#killChildren()
      this.#end(new ToolError(cause ? `Its thread crashed: ${cause.message}` : 'Its thread ended.'))
    })
    this.#worker.on('message', (message: ThreadMessage) => this.#onMessage(message))
    for (const stream of [this.#worker.stdout, this.#worker.stderr]) {
      stream.on('data', (text: Buffer) => logger.debug({ thread: name }, text.toString().trimEnd()))
    }
  }

  has(key: string): boolean {
    return this.#links.has(key)
  }

  /** Returns the link where there is an open one. */
  openLink(spec: ThreadServerSpec): Client | null {
    return this.#links.get(keyOf(spec))?.open ?? null
  }

  /** Returns the kept link to its instance of the server; makes one where there is none. */
  link(spec: ThreadServerSpec): Promise<Client> {
    const key = keyOf(spec)
    const kept = this.#links.get(key)
    if (kept) return kept.client
    const { port1, port2 } = new MessageChannel()
    const number = this.#nextLink++
    const client = new Client({ name: 'deskhand', version: '1' }, { jsonSchemaValidator: NO_VALIDATOR })
    const { promise: ended, reject } = Promise.withResolvers<never>()
    const connected = client.connect(new MessagePortTransport(port1)).then(() => client)
    const link: Link = {
      number,
      client: Promise.race([connected, ended]),
      open: null,
      end: (error) => {
        if (this.#links.get(key) === link) this.#links.delete(key)
        reject(error)
        port1.close()
      },
    }
    link.client.then(
      (opened) => (link.open = opened),
      (error: Error) => link.end(error),
    )
    this.#links.set(key, link)
    const request: LinkRequest = { link: number, spec, port: port2 }
    this.#worker.postMessage(request, [port2])
    return link.client
  }

  /** Makes the next call of this server in this thread get a new instance; a running call ends as usual. */
  unlink(key: string): void {
    const link = this.#links.get(key)
    if (!link) return
    this.#links.delete(key)
    this.#stale.push(link)
    if (!this.busy) this.closeStale()
  }

  /** Closes links that are no longer used. */
  closeStale(): void {
    for (const link of this.#stale.splice(0)) link.end(new ToolError('Its server was reset.'))
  }

  /**
   * Ends the thread and the processes that it owns. Nothing can end a thread that is blocked in native code: it is left behind, takes no
   * more work, and is in the log. Tools that can block in this way belong in a child process.
   */
  async terminate(): Promise<void> {
    this.ended = true
    this.keepAlive?.()
    this.#killChildren()
    if (await soon(this.#worker.terminate(), TERMINATE_MS)) return
    this.#logger.error({ thread: this.name }, 'The thread is blocked in native code and could not be ended.')
    this.#end(new ToolError('Its thread is blocked.'))
  }

  #onMessage(message: ThreadMessage): void {
    if (message.kind === 'own') this.#children.add(message.pid)
    else if (message.kind === 'disown') this.#children.delete(message.pid)
    else {
      const broken = [...this.#links.values()].find((link) => link.number === message.link)
      broken?.end(new ToolError(message.message))
    }
  }

  #killChildren(): void {
    for (const pid of this.#children) endGroup(pid)
    this.#children.clear()
  }
}
