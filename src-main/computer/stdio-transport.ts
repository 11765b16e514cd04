// Carries MCP over the standard input and output of a foreign program. It ends as a whole: a server is often a program that a
// package runner has started, and the end of the runner alone would leave it behind.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { endGroup } from '../core/process-group.ts'
import { isRecord } from '../core/record.ts'
import { systemName } from '../core/system.ts'

export interface StdioProgram {
  command: string
  args: string[]
  /** Variables beside the few that every server inherits. */
  env: Record<string, string>
  cwd: string | null
  onStderr: (text: string) => void
}

export interface StdioTransport extends Transport {
  /** Ends the program and what it has started, at once. */
  kill(): void
  /** Returns its output that was no MCP, cut: the reason of most failures. Empty when there was none. */
  said(): string
}

/** Milliseconds that a program has to end by itself after its input has ended. */
const END_MS = 1000
/** The most characters of its output that are kept: the last ones. */
const MAX_WORDS_LENGTH = 600
/** Most bytes of one message. */
const MAX_MESSAGE = 10 * 1024 * 1024

export function stdioTransport(program: StdioProgram): StdioTransport {
  return systemName() === 'windows' ? windowsTransport(program) : new GroupTransport(program)
}

class Words {
  #text = ''
  add(text: string): void {
    this.#text = (this.#text + text).slice(-MAX_WORDS_LENGTH)
  }
  get last(): string {
    return this.#text.replace(/\s+/g, ' ').trim()
  }
}

/** Runs the program in a process group of its own, which one signal ends. */
class GroupTransport implements StdioTransport {
  onmessage?: (message: JSONRPCMessage) => void
  onclose?: () => void
  onerror?: (error: Error) => void
  readonly #program: StdioProgram
  /** The beginning of an incomplete line. */
  #begun: Buffer[] = []
  #begunLength = 0
  readonly #words = new Words()
  #child: ChildProcessWithoutNullStreams | null = null
  #ended: Promise<void> = Promise.resolve()

  constructor(program: StdioProgram) {
    this.#program = program
  }

  async start(): Promise<void> {
    const { command, args, env, cwd, onStderr } = this.#program
    const child = spawn(command, args, {
      env: { ...getDefaultEnvironment(), ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
      ...(cwd === null ? {} : { cwd }),
    })
    this.#child = child
    this.#ended = new Promise((resolve) => {
      child.once('close', () => {
        // Programs that it has started must not outlive it, and later its process number may belong to another process.
        this.kill()
        this.#child = null
        resolve()
        this.onclose?.()
      })
    })
    child.stdin.on('error', (error) => this.onerror?.(error))
    child.stdout.on('data', (chunk: Buffer) => this.#receive(chunk))
    child.stderr.on('data', (chunk: Buffer) => {
      const text = chunk.toString()
      this.#words.add(text)
      onStderr(text.trimEnd())
    })
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', reject)
    })
  }

  send(message: JSONRPCMessage): Promise<void> {
    const child = this.#child
    if (!child) throw new Error('The program has not been started.')
    // The input of a program that has ended is never emptied, but each write to it is called back.
    return new Promise((resolve) => child.stdin.write(serializeMessage(message), () => resolve()))
  }

  async close(): Promise<void> {
    const child = this.#child
    if (!child) return
    child.stdin.end()
    const timer = setTimeout(() => this.kill(), END_MS)
    await this.#ended
    clearTimeout(timer)
  }

  kill(): void {
    const pid = this.#child?.pid
    if (pid !== undefined) endGroup(pid)
  }

  said(): string {
    return this.#words.last
  }

  #receive(chunk: Buffer): void {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...this.#begun, chunk.subarray(from, end)]).toString()
      this.#begun = []
      this.#begunLength = 0
      from = end + 1
      this.#readLine(line)
    }
    this.#begun.push(chunk.subarray(from))
    this.#begunLength += chunk.length - from
    if (this.#begunLength > MAX_MESSAGE) {
      this.#begun = []
      this.#breakOff('It sent too much at once.')
    }
  }

  #readLine(line: string): void {
    if (line.trim() === '') return
    try {
      this.onmessage?.(deserializeMessage(line))
    } catch (error) {
      // Many servers print text for people on this channel by mistake, which is ignored. But an unreadable answer ends the connection,
      // because a call waits for it.
      if (isAnswer(line)) return this.#breakOff(`It answered what is no message: ${line}`)
      this.#words.add(`${line.slice(0, MAX_WORDS_LENGTH)} `)
      this.onerror?.(error instanceof Error ? error : new Error(String(error)))
    }
  }

  #breakOff(why: string): void {
    this.#words.add(why.slice(0, MAX_WORDS_LENGTH))
    this.kill()
  }
}

/** Tells whether a line is meant to be a message of the protocol. */
function isAnswer(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line)
    return isRecord(value) && ('jsonrpc' in value || 'id' in value)
  } catch {
    return false
  }
}

/** Uses the SDK's own transport, which knows how to find programs on Windows; taskkill ends a tree of processes. */
function windowsTransport({ command, args, env, cwd, onStderr }: StdioProgram): StdioTransport {
  const words = new Words()
  const transport = new StdioClientTransport({
    command,
    args,
    env,
    stderr: 'pipe',
    ...(cwd === null ? {} : { cwd }),
  })
  transport.stderr?.on('data', (chunk: Buffer) => {
    words.add(chunk.toString())
    onStderr(chunk.toString().trimEnd())
  })
  const kill = () => {
    if (transport.pid !== null) endGroup(transport.pid)
  }
  return Object.assign(transport, { kill, said: () => words.last })
}
