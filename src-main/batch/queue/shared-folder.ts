// Keeps the files of tasks in a folder that all machines of a queue have, instead of the queue's own store.
import { mkdir, readFile, realpath, rm } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { writeFileAtomically } from '../../core/atomic-file.ts'
import { UserError } from '../../core/errors.ts'
import type { FilesPlace } from './task-queue.ts'

export class SharedFolder implements FilesPlace {
  readonly path: string

  private constructor(path: string) {
    this.path = path
  }

  /** Throws UserError where there is no such folder. */
  static async open(path: string): Promise<SharedFolder> {
    const real = await realpath(path).catch(() => null)
    if (real === null) throw new UserError(`There is no folder ${path} to share.`)
    return new SharedFolder(real)
  }

  /** Returns the name that a file below it has on all machines. Throws UserError for a file elsewhere. */
  async nameOf(file: string): Promise<string> {
    const name = relative(this.path, await realpath(file))
    if (name.startsWith('..') || name.startsWith('/'))
      throw new UserError(`${file} is not below the shared folder ${this.path}.`)
    return name.split(sep).join('/')
  }

  /** Returns the path of a name. Throws UserError for one that does not exist, or leads out of the folder. */
  async pathOf(name: string): Promise<string> {
    const real = await realpath(join(this.path, name)).catch(() => null)
    if (real === null || !real.startsWith(this.path + sep))
      throw new UserError(`There is no “${name}” in the shared folder ${this.path} of this machine.`)
    return real
  }

  async files(name: string, way: 'in' | 'out'): Promise<Uint8Array | null> {
    return readFile(this.#file(name, way)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
  }

  async putFiles(name: string, way: 'in' | 'out', bundle: Uint8Array): Promise<void> {
    await mkdir(join(this.path, '.deskhand'), { recursive: true })
    await writeFileAtomically(this.#file(name, way), bundle, 0o600)
  }

  async remove(name: string): Promise<void> {
    await rm(this.#file(name, 'out'), { force: true })
  }

  #file(name: string, way: string): string {
    return join(this.path, '.deskhand', `${name}.${way}`)
  }
}
