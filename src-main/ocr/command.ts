// Runs the `tesseract` program where it is installed, because it may know more languages.
import { spawn } from 'node:child_process'
import { startEnvironment } from '../core/child-program.ts'
import { messageOf, ToolError } from '../core/errors.ts'
import type { RunControl } from '../core/run-control.ts'
import type { OcrEngine } from './ocr.ts'
import { parseTsv } from './tsv.ts'
import type { OcrWord } from './words.ts'

/** Milliseconds that one picture may take. */
const READ_MS = 60_000
/** The most bytes of its table. */
const MAX_TABLE_BYTES = 32 * 1024 * 1024

/** Variables for its languages and libraries, and for the number of its threads. */
const ITS_OWN = ['TESSDATA_PREFIX', 'OMP_THREAD_LIMIT', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH']

export interface OcrCommandOptions {
  languages: readonly string[]
  env: Record<string, string | undefined>
  /** Its name or path. */
  command?: string
}

export class OcrCommand implements OcrEngine {
  /** Letters of a screen are about 10 pixels high, and Tesseract reads best at three times that. */
  readonly enlargement = 3
  readonly #options: OcrCommandOptions

  constructor(options: OcrCommandOptions) {
    this.#options = options
  }

  async read(png: Buffer, run: RunControl): Promise<OcrWord[]> {
    const { languages, env, command = 'tesseract' } = this.#options
    using limit = run.child({ timeoutMs: READ_MS, name: 'OCR' })
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const args = ['stdin', 'stdout', '-l', languages.join('+'), '--psm', '11', '--dpi', '200', 'tsv']
    const child = spawn(command, args, {
      env: startEnvironment(env, ITS_OWN),
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const parts: Buffer[] = []
    let length = 0
    child.stdout.on('data', (part: Buffer) => {
      parts.push(part)
      length += part.length
      if (length > MAX_TABLE_BYTES) child.kill('SIGKILL')
    })
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) resolve(Buffer.concat(parts).toString('utf8'))
      else reject(new Error(`tesseract has ended with ${signal ?? `exit code ${String(code)}`}`))
    })
    // If tesseract ends before it has read the picture, `close` reports it.
    child.stdin.on('error', () => {})
    child.stdin.end(png)
    try {
      return parseTsv(await limit.race(promise))
    } catch (error) {
      child.kill('SIGKILL')
      if (run.stopped) throw error
      throw new ToolError(
        `The text of the picture could not be read: ${messageOf(error)}. Other languages than eng and chi_sim need the program tesseract with their data.`,
        { cause: error },
      )
    }
  }
}
