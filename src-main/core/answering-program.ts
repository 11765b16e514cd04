// A program of Deskhand that answers questions: started when first asked, ended when nobody asks any more.
import type { z } from 'zod'
import { startEnvironment, type ChildProgram, type StartProgram } from './child-program.ts'
import { systemClock, type Clock } from './clock.ts'
import { programPath } from './entry.ts'
import { ToolError } from './errors.ts'
import { startNodeProgram } from './node-program.ts'

/** Milliseconds that it may take to end in order. */
const END_MS = 3000

export interface AnsweringProgramOptions<Answer> {
  /** For people: "Deskhand memory" is what lists of processes call it. */
  name: string
  /** Name in the build, and source below `src-main`. */
  program: [built: string, source: string]
  args?: readonly string[]
  /** Only what a program needs to start is handed on. */
  env: Record<string, string | undefined>
  onLine: (line: string) => void
  method: string
  answer: z.ZodType<Answer>
  /** The answer in the place of one that does not come; `why` is a clause: "it has ended (SIGKILL)". */
  failed: (why: string) => Answer
  /** Milliseconds after which a program that nobody asks is ended. */
  idleMs: number
  startProgram?: StartProgram | undefined
  clock?: Clock | undefined
}

interface Running<Answer> {
  program: ChildProgram
  ready: Promise<void>
  waiting: Map<number, (answer: Answer) => void>
}

export class AnsweringProgram<Answer> implements AsyncDisposable {
  readonly #options: AnsweringProgramOptions<Answer>
  readonly #clock: Clock
  #running: Running<Answer> | null = null
  #next = 1
  #disposed = false
  #cancelIdle = (): void => {}

  constructor(options: AnsweringProgramOptions<Answer>) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
  }

  get pid(): number | null {
    return this.#running?.program.pid ?? null
  }

  /** When `signal` aborts, the program is killed, since native code can't be stopped, and the signal's reason is thrown. */
  async ask(params: Record<string, unknown>, signal: AbortSignal): Promise<Answer> {
    if (this.#disposed) throw new ToolError(`Deskhand ${this.#options.name} has been closed.`)
    signal.throwIfAborted()
    this.#cancelIdle()
    const running = (this.#running ??= this.#start())
    const id = this.#next++
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const onAbort = () => {
      this.#kill(running)
      reject(signal.reason as Error)
    }
    running.waiting.set(id, resolve)
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      await Promise.race([running.ready, promise])
      // One that has just ended is told by its end.
      running.program.transport
        .send({ jsonrpc: '2.0', id, method: this.#options.method, params })
        .catch(() => {})
      return await promise
    } finally {
      signal.removeEventListener('abort', onAbort)
      running.waiting.delete(id)
      // One that is ended already needs no timer, which would hold the process, or take the place of its successor's.
      if (running.waiting.size === 0 && this.#running === running) this.#endWhenIdle(running)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true
    this.#cancelIdle()
    if (this.#running) await this.#end(this.#running)
  }

  #start(): Running<Answer> {
    const { name, args = [], env, onLine, answer, failed, startProgram = startNodeProgram } = this.#options
    const program = startProgram({
      program: programPath(...this.#options.program),
      args,
      env: startEnvironment(env),
      name: `Deskhand ${name}`,
      onLine,
    })
    const waiting: Running<Answer>['waiting'] = new Map()
    const { transport } = program
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport has no other way to tell
    transport.onmessage = (message) => {
      if (!('id' in message) || !('result' in message)) return
      const { success, data } = answer.safeParse(message.result)
      waiting.get(Number(message.id))?.(success ? data : failed('it gave an answer of no known form'))
    }
    const running: Running<Answer> = { program, ready: transport.start(), waiting }
    void program.gone.then(({ how }) => {
      if (this.#running === running) this.#running = null
      for (const tell of waiting.values()) tell(failed(`it has ended (${how})`))
    })
    return running
  }

  #endWhenIdle(running: Running<Answer>): void {
    this.#cancelIdle()
    this.#cancelIdle = this.#clock.after(this.#options.idleMs, () => void this.#end(running))
  }

  async #end(running: Running<Answer>): Promise<void> {
    if (this.#running === running) this.#running = null
    running.program.close()
    const cancel = this.#clock.after(END_MS, () => running.program.kill())
    await running.program.gone
    cancel()
  }

  #kill(running: Running<Answer>): void {
    if (this.#running === running) this.#running = null
    running.program.kill()
  }
}
