// Runs the `tesseract` program where it is installed: it is quicker than WebAssembly, and it may know more languages.
import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import { startEnvironment } from '../../core/child-program.ts'
import { messageOf, ToolError } from '../../core/errors.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { OcrEngine } from './ocr.ts'

/** Milliseconds that one picture may take. */
const READ_MS = 60_000
/** Milliseconds in which it must list its languages. */
const LIST_MS = 5000
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

/** Null where it is not installed or lacks one of the languages. */
export async function installedTesseract(options: OcrCommandOptions): Promise<OcrCommand | null> {
  try {
    const { stdout } = await promisify(execFile)(options.command ?? 'tesseract', ['--list-langs'], {
      env: startEnvironment(options.env, ITS_OWN),
      timeout: LIST_MS,
    })
    const known = stdout.split(/\s+/)
    return options.languages.every((language) => known.includes(language)) ? new OcrCommand(options) : null
  } catch {
    return null
  }
}

class OcrCommand implements OcrEngine {
  readonly #options: OcrCommandOptions

  constructor(options: OcrCommandOptions) {
    this.#options = options
  }

  async read(png: Buffer, run: RunControl): Promise<string> {
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
      return await limit.race(promise)
    } catch (error) {
      child.kill('SIGKILL')
      if (run.stopped) throw error
      throw new ToolError(`The text of the picture could not be read: ${messageOf(error)}.`, { cause: error })
    }
  }
}
