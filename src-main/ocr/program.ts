// Starts the OCR program when a picture is first to be read, and kills it when its caller has no time left for it.
import { startEnvironment, type StartProgram } from '../core/child-program.ts'
import type { Clock } from '../core/clock.ts'
import type { Logger } from '../core/logger.ts'
import { ProgramClient } from '../core/program-client.ts'
import type { RunControl } from '../core/run-control.ts'
import type { OcrEngine } from './ocr.ts'
import { OCR_CALLS } from './protocol.ts'
import type { OcrWord } from './words.ts'

/** Milliseconds that one picture may take. */
const READ_MS = 60_000
/** Milliseconds after which an unused program is ended, because it takes some hundred megabytes. */
const IDLE_MS = 60_000

export interface OcrProgramOptions {
  env: Record<string, string | undefined>
  logger: () => Logger
  startProgram?: StartProgram | undefined
  clock?: Clock
  readMs?: number
}

export class OcrProgram implements OcrEngine, AsyncDisposable {
  readonly enlargement = 1
  readonly #program: ProgramClient<typeof OCR_CALLS>

  constructor({ env, logger, startProgram, clock, readMs = READ_MS }: OcrProgramOptions) {
    this.#program = new ProgramClient({
      name: 'OCR',
      program: ['ocr', 'ocr/main.ts'],
      env: startEnvironment(env),
      onLine: (line) => logger().debug({ program: 'ocr' }, line),
      table: OCR_CALLS,
      answerMs: readMs,
      idleMs: IDLE_MS,
      failed: (why) => `The text of the picture could not be read: ${why}`,
      startProgram,
      clock,
    })
  }

  get pid(): number | null {
    return this.#program.pid
  }

  read(png: Buffer, run: RunControl): Promise<OcrWord[]> {
    return this.#program.ask('read', { data: png.toString('base64') }, run)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#program[Symbol.asyncDispose]()
  }
}
