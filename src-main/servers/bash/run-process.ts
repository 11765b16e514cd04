// Runs one program as a child process in a group of its own, with a bound on time and output; it ends by SIGKILL.
import { spawn } from 'node:child_process'
import type { ThreadHost } from '../server-module.ts'

export interface ProcessRequest {
  command: string
  args: string[]
  env: Record<string, string>
  /** Working folder; null for the person's home. */
  cwd: string | null
  timeoutMs: number
  signal: AbortSignal
  /** Characters that are kept of each stream: the first and the last half of them. */
  maxOutput: number
}

export interface ProcessOutcome {
  /** Null when it was ended by a signal. */
  exitCode: number | null
  stdout: string
  stderr: string
  timedOut: boolean
}

/** Rejects only when the program can't be started. On abort and at the deadline the whole process group is killed. */
export function runProcess(request: ProcessRequest, host: ThreadHost): Promise<ProcessOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<ProcessOutcome>()
  const child = spawn(request.command, request.args, {
    env: request.env,
    cwd: request.cwd ?? request.env['HOME'] ?? '/',
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const { pid } = child
  if (pid !== undefined) host.own(pid)
  const stdout = new CappedText(request.maxOutput)
  const stderr = new CappedText(request.maxOutput)
  child.stdout.on('data', (chunk: Buffer) => stdout.add(chunk))
  child.stderr.on('data', (chunk: Buffer) => stderr.add(chunk))
  let timedOut = false
  const kill = () => {
    if (pid !== undefined) killGroup(pid)
    // What has left the group may hold the pipes open: nobody waits for it.
    child.stdout.destroy()
    child.stderr.destroy()
  }
  const timer = setTimeout(() => {
    timedOut = true
    kill()
  }, request.timeoutMs)
  request.signal.addEventListener('abort', kill, { once: true })
  if (request.signal.aborted) kill()
  const tidy = () => {
    clearTimeout(timer)
    request.signal.removeEventListener('abort', kill)
    if (pid !== undefined) host.disown(pid)
  }
  child.on('error', (error) => {
    tidy()
    reject(error)
  })
  // What it has left running in the background ends with it.
  child.on('exit', () => {
    if (pid !== undefined) killGroup(pid)
  })
  child.on('close', (exitCode) => {
    tidy()
    resolve({ exitCode, stdout: stdout.text(), stderr: stderr.text(), timedOut })
  })
  return promise
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // the group has ended
  }
}

/** Keeps the beginning and the end of a text that may be endless. */
class CappedText {
  readonly #half: number
  #head = ''
  #tail = ''
  #left = 0
  readonly #decoder = new TextDecoder()

  constructor(max: number) {
    this.#half = Math.max(1, Math.floor(max / 2))
  }

  add(chunk: Buffer): void {
    const text = this.#decoder.decode(chunk, { stream: true })
    const room = Math.max(0, this.#half - this.#head.length)
    this.#head += text.slice(0, room)
    const tail = this.#tail + text.slice(room)
    this.#left += Math.max(0, tail.length - this.#half)
    this.#tail = tail.slice(-this.#half)
  }

  text(): string {
    const left = this.#left > 0 ? `\n… ${this.#left} characters left out …\n` : ''
    return `${this.#head}${left}${this.#tail}`
  }
}
