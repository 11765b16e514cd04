// `utilityProcess.fork`: a program of the app in a process of its own, with a port instead of standard input.
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Readable } from 'node:stream'
import { Emitter, knownOptions, loudClass, loudGroup } from './loud.ts'

interface ForkOptions {
  env?: NodeJS.ProcessEnv
  execArgv?: string[]
  cwd?: string
  stdio?: ('pipe' | 'ignore' | 'inherit')[] | 'pipe' | 'ignore' | 'inherit'
  serviceName?: string
}

const ENTRY = fileURLToPath(new URL('./utility-entry.ts', import.meta.url))

class UtilityProcess extends Emitter {
  readonly #child: ChildProcess
  #ended = false

  constructor(path: string, args: readonly string[], options: ForkOptions) {
    super('UtilityProcess', ['spawn', 'exit', 'message', 'error'])
    knownOptions('utilityProcess.fork', options, ['env', 'execArgv', 'cwd', 'stdio', 'serviceName'])
    const [, out, err] =
      typeof options.stdio === 'string'
        ? [options.stdio, options.stdio, options.stdio]
        : (options.stdio ?? ['ignore', 'inherit', 'inherit'])
    this.#child = fork(ENTRY, [path, ...args], {
      env: options.env ?? process.env,
      execArgv: options.execArgv ?? [],
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      stdio: ['ignore', out ?? 'inherit', err ?? 'inherit', 'ipc'],
      serialization: 'advanced',
      detached: true,
    })
    this.#child.once('spawn', () => this.emit('spawn'))
    this.#child.once('error', (error) => this.emit('error', 'FatalError', 'spawn', String(error)))
    this.#child.once('exit', (code, signal) => {
      this.#ended = true
      // Electron gives the number of a signal as the code.
      this.emit('exit', code ?? (signal === 'SIGKILL' ? 9 : 15))
    })
    this.#child.on('message', (message) => this.emit('message', message))
    process.once('exit', () => this.#child.kill('SIGKILL'))
  }

  get pid(): number | undefined {
    return this.#ended ? undefined : this.#child.pid
  }

  get stdout(): Readable | null {
    return this.#child.stdout
  }

  get stderr(): Readable | null {
    return this.#child.stderr
  }

  postMessage(message: unknown): void {
    if (!this.#ended && this.#child.connected) this.#child.send(message as object, () => {})
  }

  kill(): boolean {
    return this.#child.kill('SIGTERM')
  }
}
loudClass(UtilityProcess, 'UtilityProcess')

export const utilityProcess = loudGroup('utilityProcess', {
  fork: (path: string, args: readonly string[] = [], options: ForkOptions = {}) =>
    new UtilityProcess(path, args, options),
})
