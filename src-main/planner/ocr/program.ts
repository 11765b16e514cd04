// The OCR program as Grounding has it: started when first needed, killed when whoever asked has no time left for it.
import { AnsweringProgram } from '../../core/answering-program.ts'
import type { StartProgram } from '../../core/child-program.ts'
import type { Clock } from '../../core/clock.ts'
import { ToolError } from '../../core/errors.ts'
import type { Logger } from '../../core/logger.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { OcrEngine } from './ocr.ts'
import { OCR_METHOD, ocrAnswerSchema, type OcrAnswer } from './protocol.ts'

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

export class OcrProgram implements OcrEngine, AsyncDisposable {
  readonly #options: OcrProgramOptions
  readonly #program: AnsweringProgram<OcrAnswer>

  constructor(options: OcrProgramOptions) {
    this.#options = options
    const { env, logger, startProgram, clock } = options
    this.#program = new AnsweringProgram({
      name: 'OCR',
      program: ['ocr', 'planner/ocr/main.ts'],
      env,
      onLine: (line) => logger().debug({ program: 'ocr' }, line),
      method: OCR_METHOD,
      answer: ocrAnswerSchema,
      failed: (why): OcrAnswer => ({ state: 'failed', why }),
      idleMs: IDLE_MS,
      startProgram,
      clock,
    })
  }

  get pid(): number | null {
    return this.#program.pid
  }

  async read(png: Buffer, run: RunControl): Promise<string> {
    const { languages, readMs = READ_MS } = this.#options
    using limit = run.child({ timeoutMs: readMs, name: 'OCR' })
    try {
      const params = { data: png.toString('base64'), languages: [...languages] }
      const said = await this.#program.ask(params, limit.signal)
      if (said.state === 'failed')
        throw new ToolError(`The text of the picture could not be read: ${said.why}`)
      return said.tsv
    } catch (error) {
      if (limit.stopped && !run.stopped)
        throw new ToolError('The text of the picture could not be read in time.', { cause: error })
      throw error
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#program[Symbol.asyncDispose]()
  }
}
