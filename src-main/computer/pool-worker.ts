// One worker thread of the pool with its kept links and the processes that must not outlive it.
import { MessageChannel, Worker } from 'node:worker_threads'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { programPath } from '../core/entry.ts'
import { ToolError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import { MessagePortTransport } from '../core/worker-transport.ts'
import type { LinkRequest, ThreadMessage, ThreadServerSpec } from './worker.ts'

/** Heap of one thread; a tool that needs more crashes alone. */
const HEAP_MB = 256

export const keyOf = (spec: ThreadServerSpec): string =>
  JSON.stringify([spec.namespace, spec.module, spec.options])

interface Link {
  number: number
  client: Promise<Client>
  /** Fails what is under way on it, and forgets it. */
  end: (error: Error) => void
}

export class PoolWorker {
  readonly name: string
  /** Resolves when the thread has ended, with what happened to it. */
  readonly exited: Promise<ToolError>
  busy = false
  ended = false
  /** Cancels its retirement while it is idle. */
  keepAlive: (() => void) | null = null
  readonly #worker: Worker
  readonly #links = new Map<string, Link>()
  readonly #stale: Link[] = []
  readonly #children = new Set<number>()
  #nextLink = 0

  constructor(name: string, logger: Logger, onEnd: (worker: PoolWorker) => void) {
    this.name = name
    this.#worker = new Worker(programPath('worker', 'computer/worker.ts'), {
      name,
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    const { promise, resolve } = Promise.withResolvers<ToolError>()
    this.exited = promise
    let cause: Error | null = null
    this.#worker.on('error', (error: Error) => (cause = error))
    this.#worker.on('exit', () => {
      this.ended = true
      this.#killChildren()
      const error = new ToolError(cause ? `Its thread crashed: ${cause.message}` : 'Its thread ended.')
      for (const link of this.#links.values()) link.end(error)
      resolve(error)
      onEnd(this)
    })
    this.#worker.on('message', (message: ThreadMessage) => this.#onMessage(message))
    for (const stream of [this.#worker.stdout, this.#worker.stderr]) {
      stream.on('data', (text: Buffer) => logger.debug({ thread: name }, text.toString().trimEnd()))
    }
  }

  has(key: string): boolean {
    return this.#links.has(key)
  }

  /** The kept link to its instance of the server; made where there is none. */
  link(spec: ThreadServerSpec): Promise<Client> {
    const key = keyOf(spec)
    const kept = this.#links.get(key)
    if (kept) return kept.client
    const { port1, port2 } = new MessageChannel()
    const number = this.#nextLink++
    const client = new Client({ name: 'deskhand', version: '1' })
    const { promise: ended, reject } = Promise.withResolvers<never>()
    const connected = client.connect(new MessagePortTransport(port1)).then(() => client)
    const link: Link = {
      number,
      client: Promise.race([connected, ended]),
      end: (error) => {
        if (this.#links.get(key) === link) this.#links.delete(key)
        reject(error)
        port1.close()
      },
    }
    link.client.catch((error: Error) => link.end(error))
    this.#links.set(key, link)
    const request: LinkRequest = { link: number, spec, port: port2 }
    this.#worker.postMessage(request, [port2])
    return link.client
  }

  /** The next call of this server in this thread meets a fresh instance; a call under way ends as it would have. */
  unlink(namespace: string): void {
    for (const [key, link] of this.#links) {
      if (!key.startsWith(`[${JSON.stringify(namespace)},`)) continue
      this.#links.delete(key)
      this.#stale.push(link)
    }
    if (!this.busy) this.closeStale()
  }

  /** Closes links that are used no more. */
  closeStale(): void {
    for (const link of this.#stale.splice(0)) link.end(new ToolError('Its server was reset.'))
  }

  /** Ends the thread, whatever it is doing, and the processes that it owns. */
  async terminate(): Promise<void> {
    this.ended = true
    this.keepAlive?.()
    this.#killChildren()
    await this.#worker.terminate()
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
    for (const pid of this.#children) killGroup(pid)
    this.#children.clear()
  }
}

/** Ends a process with all of its group by SIGKILL; nothing happens when it is gone. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // it has ended meanwhile
  }
}
