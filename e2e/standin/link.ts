// The program's end of the thread that owns the browser and the X connection: questions that wait, and questions that block.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { Requests, Setup, Telling, Told } from './wires/worker.ts'

/** Milliseconds that a blocking question may take: opening a window on a busy machine took 900. */
const BLOCKING_MS = 20_000

type Answer = { id: number; value?: unknown; error?: string }
type Given<K extends keyof Requests> = Parameters<Requests[K]>
type Got<K extends keyof Requests> = Awaited<ReturnType<Requests[K]>>

/** Folder of the browser's profile. */
export const scratch = mkdtempSync(join(process.env['STANDIN_SCRATCH'] ?? tmpdir(), 'standin-'))

const answers = new MessageChannel()
const signal = new SharedArrayBuffer(4)
const waiting = new Map<number, PromiseWithResolvers<unknown>>()
const listeners = new Set<(telling: Telling) => void>()
let worker: Worker | null = null
let browserPid: number | null = null
let asked = 0

/** Starts the thread and the browser; resolves with the address for `connectOverCDP`. */
export async function startWires(origins: string): Promise<string> {
  const setup: Setup = {
    profile: join(scratch, 'profile'),
    origins,
    spares: Number(process.env['STANDIN_SPARES'] ?? 4),
    answers: answers.port2,
    signal,
  }
  const thread = new Worker(new URL('./wires/worker.ts', import.meta.url), {
    workerData: setup,
    transferList: [answers.port2],
    execArgv: [],
  })
  worker = thread
  const ready = Promise.withResolvers<string>()
  thread.on('error', ready.reject)
  thread.on('message', (message: Answer | Telling) => {
    if ('tell' in message) {
      if (message.tell === 'ready') {
        browserPid = message.value.pid
        ready.resolve(message.value.endpoint)
      }
      for (const listener of listeners) listener(message)
      return
    }
    const done = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error === undefined) done?.resolve(message.value)
    else done?.reject(new Error(message.error))
  })
  process.once('exit', removeAll)
  return ready.promise
}

export function ask<K extends keyof Requests>(name: K, ...args: Given<K>): Promise<Got<K>> {
  const id = ++asked
  const done = Promise.withResolvers<unknown>()
  waiting.set(id, done)
  started().postMessage({ id, blocking: false, name, args })
  return done.promise as Promise<Got<K>>
}

/** The same, for what Electron answers at once. Nothing else happens in this thread meanwhile. */
export function askNow<K extends keyof Requests>(name: K, ...args: Given<K>): Got<K> {
  const state = new Int32Array(signal)
  const seen = Atomics.load(state, 0)
  started().postMessage({ id: ++asked, blocking: true, name, args })
  if (Atomics.wait(state, 0, seen, BLOCKING_MS) === 'timed-out')
    throw new Error(`The stand-in's browser does not answer: ${name}`)
  const answer = receiveMessageOnPort(answers.port1)?.message as Answer
  if (answer.error !== undefined) throw new Error(answer.error)
  return answer.value as Got<K>
}

export const cdp = <T = Record<string, unknown>>(
  method: string,
  params: object = {},
  session?: string,
): Promise<T> => ask('cdp', method, params, session) as Promise<T>

export function onTold<K extends keyof Told>(what: K, listener: (value: Told[K]) => void): void {
  listeners.add((telling) => {
    if (telling.tell === what) listener(telling.value as Told[K])
  })
}

function started(): Worker {
  if (!worker) throw new Error('The stand-in has not started: this is used before the app is ready.')
  return worker
}

/** Also closes the pipe to the browser, as the thread ends with the process. */
function removeAll(): void {
  if (browserPid !== null)
    try {
      process.kill(browserPid, 'SIGKILL')
    } catch {
      // It has ended already.
    }
  rmSync(scratch, { recursive: true, force: true, maxRetries: 3 })
}
