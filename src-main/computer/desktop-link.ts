// One life of a desktop process, from its start to its end: the child, its pipe, its MCP client, its ledger.
import { spawn, type ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { messageOf, ToolError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import type { RunControl } from '../core/run-control.ts'
import {
  EMPTY_LEDGER,
  endedNotificationSchema,
  failedNotificationSchema,
  isEmpty,
  ledgerNotificationSchema,
  type DesktopMemory,
  type Ledger,
} from '../servers/desktop/protocol.ts'

/** Bytes of one message at most: a picture of an 8K screen fits. */
const LONGEST_MESSAGE = 200 * 1024 * 1024
/** Milliseconds that a process may take to start and greet. */
const START_MS = 30_000
/** The client's own deadline is not used: `run` brings one that stands still while a question is open. */
export const NO_DEADLINE = 2 ** 31 - 1

export interface LinkOptions {
  program: string
  env: Record<string, string>
  memory: DesktopMemory
  /** `applications` of the configuration. */
  applications: Record<string, string>
  logger: Logger
}

export class DesktopLink {
  readonly client: Client
  readonly #child: ChildProcess
  #ledger: Ledger = EMPTY_LEDGER
  #failure: string | null = null
  readonly #ended = new Map<string, () => void>()
  /** Resolves when the process is gone, with a word on how. */
  readonly gone: Promise<string>
  #isGone = false
  #inOrder = false

  private constructor(options: LinkOptions) {
    const child = spawn(
      process.execPath,
      [
        options.program,
        '--memory',
        JSON.stringify(options.memory),
        '--applications',
        JSON.stringify(options.applications),
      ],
      // In a session of its own, so that Ctrl+C in a terminal does not end it before its keeper has cleaned up.
      { env: options.env, stdio: ['pipe', 'pipe', 'pipe'], detached: true },
    )
    this.#child = child
    this.gone = new Promise((resolve) => {
      const left = (how: string) => {
        this.#isGone = true
        for (const done of this.#ended.values()) done()
        resolve(how)
      }
      child.once('error', (error) => left(error.message))
      child.once('close', (code, signal) => {
        this.#inOrder = code === 0
        left(signal ?? `exit code ${String(code)}`)
      })
    })
    logLines(child.stderr, options.logger)
    this.client = new Client({ name: 'deskhand', version: '1' }, { capabilities: {} })
    this.client.setNotificationHandler(ledgerNotificationSchema, ({ params }) => {
      this.#ledger = { ...params, kept: params.kept === undefined ? this.#ledger.kept : params.kept }
    })
    this.client.setNotificationHandler(endedNotificationSchema, ({ params }) => {
      this.#ended.get(params.token)?.()
    })
    this.client.setNotificationHandler(failedNotificationSchema, ({ params }) => {
      this.#failure = params.message
    })
  }

  /** Starts a process and greets it. Throws ToolError with the reason when it can't serve. */
  static async start(options: LinkOptions, run: RunControl): Promise<DesktopLink> {
    await run.checkpoint()
    const link = new DesktopLink(options)
    using starting = run.child({ timeoutMs: START_MS, name: 'Starting the desktop process' })
    try {
      const greeting = link.client.connect(link.#transport(), { timeout: NO_DEADLINE })
      const ended = link.gone.then((how) => {
        throw new ToolError(link.#failure ?? `The desktop process ended at its start: ${how}.`)
      })
      ended.catch(() => {})
      await starting.race(Promise.race([greeting, ended]))
      return link
    } catch (error) {
      link.kill()
      const how = link.#failure ?? (link.#isGone ? await link.gone.then(() => link.#failure) : null)
      if (run.stopped || how === null) throw error
      throw new ToolError(how, { cause: error })
    }
  }

  get pid(): number | null {
    return this.#child.pid ?? null
  }

  get isGone(): boolean {
    return this.#isGone
  }

  /** What the process last said that it holds. */
  get ledger(): Ledger {
    return this.#ledger
  }

  /** Whether something stays held or is lost now that the process is gone. One that ended in order has seen to it. */
  get leftSomething(): boolean {
    return !isEmpty(this.#ledger) || (!this.#inOrder && this.#ledger.kept != null)
  }

  /** Resolves when the call with this token has ended in the process, also after a cancellation, or the process is gone. */
  ended(token: string): { done: Promise<void>; forget: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#ended.set(token, resolve)
    if (this.#isGone) resolve()
    return { done: promise, forget: () => this.#ended.delete(token) }
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  /** Asks the process to end, which releases what it holds; the caller kills it when it does not. */
  close(): void {
    this.#child.stdin?.end()
  }

  #transport(): Transport {
    const { stdin, stdout } = this.#child
    if (!stdin || !stdout) throw new ToolError('The desktop process has no pipes.')
    return pipeTransport(stdout, stdin, this.gone, () => this.close())
  }
}

const anyMessage = z.looseObject({ jsonrpc: z.literal('2.0') })

/** MCP over a child's pipes. (The SDK's own hides the child and copies its buffer at each chunk.) */
function pipeTransport(
  input: Readable,
  output: Writable,
  gone: Promise<string>,
  close: () => void,
): Transport {
  let parts: Buffer[] = []
  let length = 0
  const transport: Transport = {
    start() {
      input.on('data', (chunk: Buffer) => {
        let rest = chunk
        for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
          parts.push(rest.subarray(0, at))
          receive(Buffer.concat(parts).toString('utf8'))
          parts = []
          length = 0
          rest = rest.subarray(at + 1)
        }
        parts.push(rest)
        length += rest.length
        if (length <= LONGEST_MESSAGE) return
        parts = []
        length = 0
        transport.onerror?.(new ToolError('The desktop process sent a message that is too long.'))
        close()
      })
      // Writing to a process that has just died is no error of its own: `gone` tells it.
      output.on('error', () => {})
      return Promise.resolve()
    },
    send(message: JSONRPCMessage) {
      return new Promise((resolve) => {
        if (output.write(serializeMessage(message))) resolve()
        else output.once('drain', resolve)
      })
    },
    close() {
      close()
      return Promise.resolve()
    },
  }
  const receive = (line: string): void => {
    if (line.trim() === '') return
    try {
      anyMessage.parse(JSON.parse(line))
      transport.onmessage?.(deserializeMessage(line))
    } catch (error) {
      transport.onerror?.(new ToolError(`Not a message of the desktop process: ${messageOf(error)}`))
    }
  }
  gone.then(
    () => transport.onclose?.(),
    () => {},
  )
  return transport
}

function logLines(stream: Readable | null, logger: Logger): void {
  let rest = ''
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = (lines.pop() ?? '').slice(-4096)
    for (const line of lines) if (line.trim() !== '') logger.info({ from: 'desktop process' }, line)
  })
}
