// Runs one program as a child process in a group of its own, with a bound on time and output; it ends by SIGKILL.
import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { Writable } from 'node:stream'
import { endGroup, groupOptions } from '../../core/process-group.ts'
import type { ThreadHost } from '../server-module.ts'
import { KeptStream, type Heard, type StreamName } from './kept-output.ts'

export interface ProcessRequest {
  command: string
  args: string[]
  env: Record<string, string>
  /** Working folder; null for the person's home. */
  cwd: string | null
  timeoutMs: number
  signal: AbortSignal
  /** The most characters of each stream in the result for a prompt: its first and last half. */
  maxOutput: Record<StreamName, number>
  /** Names the file for a longer stream; null where the rest is not kept. */
  keep: (stream: StreamName) => string | null
  /** What the program reads from its descriptor 3. */
  further?: Buffer | undefined
}

export interface ProcessOutcome {
  /** Null when it was ended by a signal. */
  exitCode: number | null
  /** Name of the signal that ended it, ours included. */
  signal: string | null
  stdout: Heard
  stderr: Heard
  /** Our reason for ending it. */
  ended: 'timeout' | 'output' | null
  /** Whether it left a process running in the background, which was ended with it. */
  left: boolean
}

/** Milliseconds for reading the last output of an ended command. */
const GRACE_MS = 2000

/**
 * Runs it with its standard input closed. Rejects only when the program can't be started. On abort, at the deadline, and when it
 * writes more than can be kept, kills the whole process group.
 */
export function runProcess(request: ProcessRequest, host: ThreadHost): Promise<ProcessOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<ProcessOutcome>()
  const child = spawn(request.command, request.args, {
    env: request.env,
    cwd: request.cwd ?? request.env['HOME'] ?? homedir(),
    stdio: ['ignore', 'pipe', 'pipe', request.further ? 'pipe' : 'ignore'],
    ...groupOptions(),
  })
  const { pid } = child
  const third = child.stdio[3]
  if (third instanceof Writable) third.on('error', () => {}).end(request.further)
  if (pid !== undefined) host.own(pid)
  const streams = {
    stdout: new KeptStream(request.maxOutput.stdout, () => request.keep('stdout')),
    stderr: new KeptStream(request.maxOutput.stderr, () => request.keep('stderr')),
  }
  let ended: ProcessOutcome['ended'] = null
  // A process that has left the group may hold the pipes open, so they are closed without waiting for it.
  const letGo = () => {
    child.stdout?.destroy()
    child.stderr?.destroy()
  }
  const kill = () => {
    if (pid !== undefined) endGroup(pid)
    letGo()
  }
  const hear = (stream: KeptStream) => (chunk: Buffer) => {
    stream.add(chunk)
    if (!stream.isFull) return
    ended ??= 'output'
    kill()
  }
  child.stdout?.on('data', hear(streams.stdout))
  child.stderr?.on('data', hear(streams.stderr))
  const timer = setTimeout(() => {
    ended ??= 'timeout'
    kill()
  }, request.timeoutMs)
  request.signal.addEventListener('abort', kill, { once: true })
  if (request.signal.aborted) kill()
  let grace: NodeJS.Timeout | undefined
  const tidy = () => {
    clearTimeout(timer)
    clearTimeout(grace)
    request.signal.removeEventListener('abort', kill)
    if (pid !== undefined) host.disown(pid)
    if (streams.stdout.isKept || streams.stderr.isKept) {
      streams.stdout.keepWhole()
      streams.stderr.keepWhole()
    }
    return { stdout: streams.stdout.end(), stderr: streams.stderr.end() }
  }
  let failed = false
  child.on('error', (error) => {
    failed = true
    tidy()
    reject(error)
  })
  // Processes that the command has left in the background end with it.
  let left = false
  child.on('exit', () => {
    if (pid !== undefined) left = endGroup(pid) && ended === null
    clearTimeout(timer)
    grace = setTimeout(letGo, GRACE_MS)
  })
  child.on('close', (exitCode, signal) => {
    if (!failed) resolve({ exitCode, signal, ...tidy(), ended, left })
  })
  return promise
}
