// Makes a pipe in the file system: a program that reads it is blocked in native code until the pipe is closed.
import { execFileSync } from 'node:child_process'
import { constants, mkdtempSync } from 'node:fs'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export class Fifo implements AsyncDisposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'deskhand-fifo-'))
  readonly path = join(this.#folder, 'pipe')
  #writer: FileHandle | null = null

  constructor() {
    execFileSync('mkfifo', [this.path])
  }

  /** Resolves when a program has opened it for reading; nothing is ever written to it. */
  async isRead(): Promise<void> {
    while (!this.#writer) {
      // Without a reader this call fails at once.
      this.#writer = await open(this.path, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => null)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  /** Closes the pipe, so that its readers continue. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer?.close()
    await rm(this.#folder, { recursive: true })
  }
}
