// Writes request.log, response.log and evaluation.log: the seeds' FileWriter, one JSON value per line.
import { redact } from '../core/redaction.ts'
import type { FileWriter } from '../core/context.ts'
import { AppendFile } from './append-file.ts'
import type { LogParts } from './log-parts.ts'
import { toStoredJson } from './storable.ts'

export class FileLog implements FileWriter, Disposable {
  readonly #file: AppendFile
  readonly #mask: <T>(value: T) => T
  readonly #parts: LogParts | null

  /**
   * Makes the file at once. Throws UserError when it can't. `mask` masks the passwords that are known by then. `parts` is for a log whose
   * lines have much in common.
   */
  constructor(path: string, mask: <T>(value: T) => T = (value) => value, parts: LogParts | null = null) {
    this.#mask = mask
    this.#parts = parts
    this.#file = new AppendFile(path)
  }

  /** Writes a line without anything that looks like a key, known or not, because these lines contain prompts. */
  write(line: unknown): void {
    const json = toStoredJson(masked(this.#mask(line)))
    for (const part of this.#parts?.linesOf(JSON.parse(json)) ?? [json]) this.#file.append(part)
  }

  sync(): Promise<void> {
    return this.#file.sync()
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]()
  }
}

/** Redacts each text of a value by itself, so that the rest is still JSON. */
function masked(value: unknown): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null) return value
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, masked(item)]))
}
