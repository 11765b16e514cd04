// Writes a file that only grows, line by line.
import {
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs'
import { promisify } from 'node:util'
import { messageOf, UserError } from '../core/errors.ts'
import { NO_FOLLOW } from './plain-file.ts'

const synchronize = promisify(fdatasync)

const GROWING = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | NO_FOLLOW

/** Returns the length in bytes of the whole lines of a file, so that a broken last line, left by a crash, can be cut off. */
export const wholeLines = (content: Buffer): number => content.lastIndexOf(0x0a) + 1

/**
 * Gives lines to the operating system at once, so that a crash of this program loses none; `sync` writes them to the disk. `append` does
 * not throw an error such as a full disk; the next `sync` does.
 */
export class AppendFile implements Disposable {
  readonly path: string
  #descriptor: number | null
  #fault: UserError | null = null
  #dirty = false
  #syncing: Promise<void> | null = null

  /** Opens the file, and cuts off a broken last line, which a crash has left. Throws UserError when the file can't be opened. */
  constructor(path: string) {
    this.path = path
    try {
      this.#descriptor = openSync(path, GROWING, 0o600)
      const content = readFileSync(this.#descriptor)
      const whole = wholeLines(content)
      if (whole < content.length) ftruncateSync(this.#descriptor, whole)
    } catch (error) {
      throw new UserError(`${path} can't be written: ${messageOf(error)}. Check the folder's permissions.`)
    }
  }

  /** Adds a line; has no effect after `close`. */
  append(line: string): void {
    if (this.#descriptor === null || this.#fault) return
    const bytes = Buffer.from(`${line}\n`)
    try {
      for (let written = 0; written < bytes.length;) {
        written += writeSync(this.#descriptor, bytes, written)
      }
      this.#dirty = true
    } catch (error) {
      this.#fault = new UserError(
        `${this.path} can't be written: ${messageOf(error)}. Free some space or mend the disk, then start the run again.`,
      )
    }
  }

  /** Returns when all lines are on the disk. Concurrent calls share one write. Throws UserError for a fault. */
  async sync(): Promise<void> {
    while (this.#syncing) await this.#syncing
    if (this.#fault) throw this.#fault
    if (!this.#dirty || this.#descriptor === null) return
    this.#dirty = false
    this.#syncing = synchronize(this.#descriptor).finally(() => {
      this.#syncing = null
    })
    try {
      await this.#syncing
      // The file was deleted, so its lines would be lost with this program.
      if (this.#descriptor !== null && fstatSync(this.#descriptor).nlink === 0)
        throw new Error('it was deleted')
    } catch (error) {
      this.#fault = new UserError(`${this.path} can't be written: ${messageOf(error)}.`)
      throw this.#fault
    }
  }

  [Symbol.dispose](): void {
    if (this.#descriptor === null) return
    const descriptor = this.#descriptor
    this.#descriptor = null
    closeSync(descriptor)
  }
}
