// The OCR program as Grounding has it: started when first needed, killed when whoever asked has no time left for it.
import type { ChildProgram, StartProgram } from '../core/child-program.ts'
import { systemClock, type Clock } from '../core/clock.ts'
import { programPath } from '../core/entry.ts'
import { ToolError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import { startNodeProgram } from '../core/node-program.ts'
import type { RunControl } from '../core/run-control.ts'
import type { OcrEngine } from './ocr.ts'
import { OCR_METHOD, ocrAnswerSchema, type OcrAnswer } from './ocr-protocol.ts'

/** Milliseconds that one picture may take. */
const READ_MS = 60_000
/** Milliseconds after which a program that nobody asks is ended: it holds some hundred megabytes. */
const IDLE_MS = 60_000

export interface OcrProgramOptions {
  languages: readonly string[]
  env: Record<string, string | undefined>
  logger: () => Logger
  startProgram?: StartProgram | undefined
  clock?: Clock
  readMs?: number
}

interface Running {
  program: ChildProgram
  ready: Promise<void>
  waiting: Map<number, (answer: OcrAnswer) => void>
}

/** What a program needs to start; keys of services are not its business. */
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LANG']

export class OcrProgram implements OcrEngine, AsyncDisposable {
  readonly #options: OcrProgramOptions
  #running: Running | null = null
  #next = 1
  #disposed = false
  #cancelIdle = (): void => {}

  constructor(options: OcrProgramOptions) {
    this.#options = options
  }

  get pid(): number | null {
    return this.#running?.program.pid ?? null
  }

  async read(png: Buffer, run: RunControl): Promise<string> {
    if (this.#disposed) throw new ToolError('OCR has been closed.')
    run.throwIfStopped()
    this.#cancelIdle()
    const running = (this.#running ??= this.#start())
    using limit = run.child({ timeoutMs: this.#options.readMs ?? READ_MS, name: 'OCR' })
    const id = this.#next++
    const answer = Promise.withResolvers<OcrAnswer>()
    running.waiting.set(id, answer.resolve)
    try {
      await limit.race(running.ready)
      const params = { data: png.toString('base64'), languages: [...this.#options.languages] }
      running.program.transport.send({ jsonrpc: '2.0', id, method: OCR_METHOD, params }).catch(() => {})
      const said = await limit.race(answer.promise)
      if (said.state === 'failed')
        throw new ToolError(`The text of the picture could not be read: ${said.why}`)
      return said.tsv
    } catch (error) {
      // It would go on reading for nobody.
      if (limit.stopped) this.#kill(running)
      if (limit.stopped && !run.stopped)
        throw new ToolError('The text of the picture could not be read in time.', { cause: error })
      throw error
    } finally {
      running.waiting.delete(id)
      if (running.waiting.size === 0) this.#endWhenIdle(running)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true
    this.#cancelIdle()
    const running = this.#running
    if (!running) return
    this.#kill(running)
    await running.program.gone
  }

  #start(): Running {
    const { env, logger, startProgram = startNodeProgram } = this.#options
    const program = startProgram({
      program: programPath('ocr', 'planner/ocr-main.ts'),
      args: [],
      env: Object.fromEntries(KEPT.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
      name: 'Deskhand OCR',
      onLine: (line) => logger().debug({ program: 'ocr' }, line),
    })
    const waiting: Running['waiting'] = new Map()
    const { transport } = program
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport has no other way to tell
    transport.onmessage = (message) => {
      if (!('id' in message) || !('result' in message)) return
      const parsed = ocrAnswerSchema.safeParse(message.result)
      const answer: OcrAnswer = parsed.success
        ? parsed.data
        : { state: 'failed', why: 'it gave an answer of no known form' }
      waiting.get(Number(message.id))?.(answer)
    }
    const running: Running = { program, ready: transport.start(), waiting }
    void program.gone.then(({ how }) => {
      if (this.#running === running) this.#running = null
      for (const tell of waiting.values()) tell({ state: 'failed', why: `it has ended (${how})` })
    })
    return running
  }

  #endWhenIdle(running: Running): void {
    this.#cancelIdle()
    // It keeps nothing: there is nothing to end in order.
    this.#cancelIdle = (this.#options.clock ?? systemClock).after(IDLE_MS, () => this.#kill(running))
  }

  #kill(running: Running): void {
    if (this.#running === running) this.#running = null
    running.program.kill()
  }
}
