// Asks a program of Deskhand that serves a table of calls: starts it for the first call, ends it when no call has come for a
// while, and kills it when it does not answer in time, since native code can't be stopped.
import {
  askCall,
  PlainPeer,
  type CallInput,
  type CallName,
  type CallOutput,
  type CallTable,
} from './call-table.ts'
import type { ChildProgram, StartProgram } from './child-program.ts'
import { programPath } from './entry.ts'
import { ToolError } from './errors.ts'
import { startNodeProgram } from './node-program.ts'
import type { RunControl } from './run-control.ts'
import { systemClock, type Clock } from './clock.ts'

/** Milliseconds that the program has to end in order. */
const END_MS = 3000

export interface ProgramClientOptions<T extends CallTable> {
  /** A name for people: lists of processes show "Deskhand memory". */
  name: string
  /** Name in the build, and source below `src-main`. */
  program: [built: string, source: string]
  args?: readonly string[]
  /** Its whole environment. */
  env: Record<string, string>
  onLine: (line: string) => void
  table: T
  /** Milliseconds in which a call has to be answered; the start of the program counts. */
  answerMs: number
  /** Milliseconds without a call after which the program is ended. */
  idleMs?: number
  /** The message of a failed call; `why` is a clause: "it has ended (SIGKILL)". */
  failed: (why: string) => string
  startProgram?: StartProgram | undefined
  clock?: Clock | undefined
}

interface Running {
  program: ChildProgram
  peer: PlainPeer
  ready: Promise<void>
  asked: number
  /** How the program has ended, null while it runs. */
  how: string | null
}

export class ProgramClient<T extends CallTable> implements AsyncDisposable {
  readonly #options: ProgramClientOptions<T>
  readonly #clock: Clock
  #running: Running | null = null
  #disposed = false
  #cancelIdle = (): void => {}

  constructor(options: ProgramClientOptions<T>) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
  }

  get pid(): number | null {
    return this.#running?.program.pid ?? null
  }

  /** Throws UserError for a fault that a person can correct, else ToolError; StoppedError when `run` ends, which kills the program. */
  async ask<C extends CallName<T>>(
    call: C,
    input: CallInput<T, C>,
    run: RunControl,
  ): Promise<CallOutput<T, C>> {
    const { name, table, answerMs, failed } = this.#options
    if (this.#disposed) throw new ToolError(`Deskhand ${name} has been closed.`)
    run.throwIfStopped()
    this.#cancelIdle()
    const running = (this.#running ??= this.#start())
    using limit = run.child({ timeoutMs: answerMs, name })
    const onAbort = () => this.#kill(running)
    limit.signal.addEventListener('abort', onAbort, { once: true })
    running.asked++
    try {
      await limit.race(running.ready)
      return await askCall(running.peer, table, call, input, limit)
    } catch (error) {
      run.throwIfStopped()
      if (limit.stopped)
        throw new ToolError(failed(`it did not answer within ${answerMs / 1000} seconds`), { cause: error })
      if (!(error instanceof ToolError)) throw error
      const why = running.how === null ? error.message : `it has ended (${running.how})`
      throw new ToolError(failed(why), { cause: error })
    } finally {
      limit.signal.removeEventListener('abort', onAbort)
      running.asked--
      // An ended program needs no timer, which would keep the process alive or replace the timer of its successor.
      if (running.asked === 0 && this.#running === running) this.#endWhenIdle(running)
    }
  }

  /** Ends the program at once. The next call starts a new one. */
  kill(): void {
    this.#cancelIdle()
    if (this.#running) this.#kill(this.#running)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true
    this.#cancelIdle()
    if (this.#running) await this.#end(this.#running)
  }

  #start(): Running {
    const { name, program: entry, args = [], env, onLine, startProgram = startNodeProgram } = this.#options
    const program = startProgram({
      program: programPath(...entry),
      args,
      env,
      name: `Deskhand ${name}`,
      onLine,
    })
    const peer = new PlainPeer()
    const running: Running = { program, peer, ready: peer.connect(program.transport), asked: 0, how: null }
    void program.gone.then(({ how }) => {
      running.how = how
      if (this.#running === running) this.#running = null
    })
    return running
  }

  #endWhenIdle(running: Running): void {
    const { idleMs } = this.#options
    this.#cancelIdle()
    if (idleMs !== undefined) this.#cancelIdle = this.#clock.after(idleMs, () => void this.#end(running))
  }

  async #end(running: Running): Promise<void> {
    if (this.#running === running) this.#running = null
    running.program.close()
    const cancel = this.#clock.after(END_MS, () => running.program.kill())
    await running.program.gone
    cancel()
  }

  #kill(running: Running): void {
    if (this.#running === running) this.#running = null
    running.program.kill()
  }
}
