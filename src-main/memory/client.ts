// The memory as the rest of Deskhand has it: asks the memory program, which is started when first needed and killed when it hangs.
import { join } from 'node:path'
import { startNodeProgram } from '../core/node-program.ts'
import type { ChildProgram, StartProgram } from '../core/child-program.ts'
import { systemClock, type Clock } from '../core/clock.ts'
import { programPath } from '../core/entry.ts'
import { ToolError, UserError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import {
  MEMORY_CALLS,
  MEMORY_METHOD,
  memoryAnswerSchema,
  type MemoryAnswer,
  type MemoryCall,
  type MemoryInput,
  type MemoryOutput,
} from './protocol.ts'

/** Milliseconds in which a request has to be answered; a native call that takes longer hangs, or the disk does. */
const ANSWER_MS = 30_000
/** Milliseconds after which a program that nobody asks is ended. */
const IDLE_MS = 120_000
/** Milliseconds that it may take to end in order. */
const END_MS = 3000

export interface MemoryStoreOptions {
  home: string
  env: Record<string, string>
  logger: () => Logger
  startProgram?: StartProgram | undefined
  clock?: Clock
  answerMs?: number
}

interface Running {
  program: ChildProgram
  ready: Promise<void>
  waiting: Map<number, (answer: MemoryAnswer) => void>
}

/** What a program needs to start; keys of services are not its business. */
const environmentOf = (env: Record<string, string>) =>
  Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LANG'].flatMap((name) =>
      env[name] === undefined ? [] : [[name, env[name]]],
    ),
  ) as Record<string, string>

/** What others need of it. */
export interface MemoryStore {
  /** Throws UserError for what somebody can mend, else ToolError. */
  ask<C extends MemoryCall>(call: C, input: MemoryInput<C>): Promise<MemoryOutput<C>>
}

export class MemoryClient implements MemoryStore, AsyncDisposable {
  readonly #options: MemoryStoreOptions
  #running: Running | null = null
  #next = 1
  #disposed = false
  #cancelIdle: () => void = () => {}

  constructor(options: MemoryStoreOptions) {
    this.#options = options
  }

  get pid(): number | null {
    return this.#running?.program.pid ?? null
  }

  async ask<C extends MemoryCall>(call: C, input: MemoryInput<C>): Promise<MemoryOutput<C>> {
    if (this.#disposed) throw new ToolError('The memory has been closed.')
    this.#cancelIdle()
    const running = (this.#running ??= this.#start())
    await running.ready
    const id = this.#next++
    const answer = Promise.withResolvers<MemoryAnswer>()
    running.waiting.set(id, answer.resolve)
    const { answerMs = ANSWER_MS } = this.#options
    const cancel = this.#clock.after(answerMs, () => {
      // Native code can't be stopped; its transaction is taken back by whoever opens the file next.
      running.program.kill()
      answer.resolve({ state: 'failed', why: 'The memory did not answer and was ended.', user: false })
    })
    try {
      const sent = running.program.transport.send({
        jsonrpc: '2.0',
        id,
        method: MEMORY_METHOD,
        params: { call, input },
      })
      sent.catch(() => {})
      return this.#read(call, await answer.promise)
    } finally {
      cancel()
      running.waiting.delete(id)
      if (running.waiting.size === 0) this.#endWhenIdle(running)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true
    this.#cancelIdle()
    const running = this.#running
    if (running) await this.#end(running)
  }

  get #clock(): Clock {
    return this.#options.clock ?? systemClock
  }

  #read<C extends MemoryCall>(call: C, answer: MemoryAnswer): MemoryOutput<C> {
    if (answer.state === 'failed') {
      throw answer.user ? new UserError(answer.why) : new ToolError(`The memory failed: ${answer.why}`)
    }
    if (answer.notice !== null) this.#options.logger().warn(answer.notice)
    return MEMORY_CALLS[call].output.parse(answer.output) as MemoryOutput<C>
  }

  #start(): Running {
    const { home, env, logger, startProgram = startNodeProgram } = this.#options
    const program = startProgram({
      program: programPath('memory', 'memory/main.ts'),
      args: [join(home, 'memory.db')],
      env: environmentOf(env),
      name: 'Deskhand memory',
      onLine: (line) => logger().warn({ program: 'memory' }, line),
    })
    const waiting: Running['waiting'] = new Map()
    const { transport } = program
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport has no other way to tell
    transport.onmessage = (message) => {
      if (!('id' in message) || !('result' in message)) return
      const parsed = memoryAnswerSchema.safeParse(message.result)
      const answer: MemoryAnswer = parsed.success
        ? parsed.data
        : { state: 'failed', why: 'It gave an answer of no known form.', user: false }
      waiting.get(Number(message.id))?.(answer)
    }
    const running: Running = { program, ready: transport.start(), waiting }
    void program.gone.then(({ how }) => {
      if (this.#running === running) this.#running = null
      for (const tell of waiting.values())
        tell({ state: 'failed', why: `It has ended (${how}).`, user: false })
    })
    return running
  }

  #endWhenIdle(running: Running): void {
    this.#cancelIdle()
    this.#cancelIdle = this.#clock.after(IDLE_MS, () => void this.#end(running))
  }

  async #end(running: Running): Promise<void> {
    if (this.#running === running) this.#running = null
    running.program.close()
    const cancel = this.#clock.after(END_MS, () => running.program.kill())
    await running.program.gone
    cancel()
  }
}
