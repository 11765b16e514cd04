// Asks the memory program for the rest of Deskhand; starts it when it is first needed, and kills it when it hangs.
import { join } from 'node:path'
import { startEnvironment, type StartProgram } from '../core/child-program.ts'
import { systemClock, type Clock } from '../core/clock.ts'
import type { Logger } from '../core/logger.ts'
import { ProgramClient } from '../core/program-client.ts'
import { RunControl } from '../core/run-control.ts'
import { MEMORY_CALLS, type MemoryCall, type MemoryInput, type MemoryOutput } from './protocol.ts'

/** Milliseconds in which a request has to be answered; after that a native call or the disk hangs. */
const ANSWER_MS = 30_000
/** Milliseconds after which an unused program is ended. */
const IDLE_MS = 120_000

export interface MemoryStoreOptions {
  home: string
  env: Record<string, string>
  logger: () => Logger
  startProgram?: StartProgram | undefined
  clock?: Clock
  answerMs?: number
}

/** The part of the memory that other rooms need. */
export interface MemoryStore {
  /** Throws UserError for a fault that a person can correct, else ToolError. */
  ask<C extends MemoryCall>(call: C, input: MemoryInput<C>): Promise<MemoryOutput<C>>
}

export class MemoryClient implements MemoryStore, AsyncDisposable {
  readonly #clock: Clock
  readonly #program: ProgramClient<typeof MEMORY_CALLS>

  constructor({ home, env, logger, startProgram, clock, answerMs = ANSWER_MS }: MemoryStoreOptions) {
    this.#clock = clock ?? systemClock
    this.#program = new ProgramClient({
      name: 'memory',
      program: ['memory', 'memory/main.ts'],
      args: [join(home, 'memory.db')],
      env: startEnvironment(env),
      onLine: (line) => logger().warn({ program: 'memory' }, line),
      table: MEMORY_CALLS,
      answerMs,
      idleMs: IDLE_MS,
      failed: (why) => `The memory failed: ${why}`,
      startProgram,
      clock,
    })
  }

  get pid(): number | null {
    return this.#program.pid
  }

  async ask<C extends MemoryCall>(call: C, input: MemoryInput<C>): Promise<MemoryOutput<C>> {
    // SQLite rolls back an interrupted transaction when the file is next opened, so this run needs no stop.
    using run = new RunControl({ name: 'The memory', clock: this.#clock })
    return await this.#program.ask(call, input, run)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#program[Symbol.asyncDispose]()
  }
}
