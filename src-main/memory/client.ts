// The memory as the rest of Deskhand has it: asks the memory program, which is started when first needed and killed when it hangs.
import { join } from 'node:path'
import { AnsweringProgram } from '../core/answering-program.ts'
import type { StartProgram } from '../core/child-program.ts'
import { systemClock, type Clock } from '../core/clock.ts'
import { ToolError, UserError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import { RunControl } from '../core/run-control.ts'
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

export interface MemoryStoreOptions {
  home: string
  env: Record<string, string>
  logger: () => Logger
  startProgram?: StartProgram | undefined
  clock?: Clock
  answerMs?: number
}

/** What others need of it. */
export interface MemoryStore {
  /** Throws UserError for what somebody can mend, else ToolError. */
  ask<C extends MemoryCall>(call: C, input: MemoryInput<C>): Promise<MemoryOutput<C>>
}

export class MemoryClient implements MemoryStore, AsyncDisposable {
  readonly #options: MemoryStoreOptions
  readonly #program: AnsweringProgram<MemoryAnswer>

  constructor(options: MemoryStoreOptions) {
    this.#options = options
    const { home, env, logger, startProgram, clock } = options
    this.#program = new AnsweringProgram({
      name: 'memory',
      program: ['memory', 'memory/main.ts'],
      args: [join(home, 'memory.db')],
      env,
      onLine: (line) => logger().warn({ program: 'memory' }, line),
      method: MEMORY_METHOD,
      answer: memoryAnswerSchema,
      failed: (why): MemoryAnswer => ({ state: 'failed', why, user: false }),
      idleMs: IDLE_MS,
      startProgram,
      clock,
    })
  }

  get pid(): number | null {
    return this.#program.pid
  }

  async ask<C extends MemoryCall>(call: C, input: MemoryInput<C>): Promise<MemoryOutput<C>> {
    const { answerMs = ANSWER_MS, clock = systemClock } = this.#options
    // A transaction that is cut off is taken back by whoever opens the file next.
    using limit = new RunControl({ timeoutMs: answerMs, name: 'The memory', clock })
    const answer = await this.#program.ask({ call, input }, limit.signal).catch((error: unknown) => {
      if (!limit.stopped) throw error
      throw new ToolError('The memory failed: it did not answer and was ended.', { cause: error })
    })
    if (answer.state === 'failed')
      throw answer.user ? new UserError(answer.why) : new ToolError(`The memory failed: ${answer.why}`)
    if (answer.notice !== null) this.#options.logger().warn(answer.notice)
    return MEMORY_CALLS[call].output.parse(answer.output) as MemoryOutput<C>
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#program[Symbol.asyncDispose]()
  }
}
