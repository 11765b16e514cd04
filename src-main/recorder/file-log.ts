// request.log, response.log and evaluation.log: the seeds' FileWriter, one JSON value per line.
import { redact } from '../core/redaction.ts'
import type { FileWriter } from '../core/context.ts'
import { AppendFile } from './append-file.ts'
import { toStoredJson } from './storable.ts'

export class FileLog implements FileWriter, Disposable {
  readonly #file: AppendFile

  /** The file is made when the log is. Throws UserError when it can't be. */
  constructor(path: string) {
    this.#file = new AppendFile(path)
  }

  /** Nothing that looks like a key is written, known or not: these lines hold prompts. */
  write(line: unknown): void {
    this.#file.append(toStoredJson(masked(line)))
  }

  sync(): Promise<void> {
    return this.#file.sync()
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]()
  }
}

/** The same value with each of its texts redacted by itself, so that what remains is still JSON. */
function masked(value: unknown): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null) return value
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, masked(item)]))
}
