// Opens what DESKHAND_HOME holds, without an engine: runs, keys, rules and memories. Opening is cheap: each part is read when it
// is needed.
import { join } from 'node:path'
import { createSecrets, type KeyStore } from '../config/secrets.ts'
import type { StartProgram } from '../core/child-program.ts'
import { createLogger, type Logger } from '../core/logger.ts'
import { MemoryClient } from '../memory/client.ts'
import { openRulesFile, type StandingRules } from '../safety/standing-rules.ts'
import { KeptRuns } from './kept-runs.ts'

export interface DataFolderOptions {
  home: string
  env: NodeJS.ProcessEnv
  /** Takes warnings as lines of JSON, until the engine has its own log. */
  printLog: (line: string) => void
  /** How its programs are started; the default is plain Node. */
  startProgram?: StartProgram
}

export class DataFolder implements AsyncDisposable {
  readonly home: string
  readonly env: Record<string, string>
  readonly runs: KeptRuns
  /** The keys of model services. */
  readonly keys: KeyStore
  /** The memories. */
  readonly memory: MemoryClient
  logger: Logger
  #rules: Promise<StandingRules> | null = null

  constructor({ home, env, printLog, startProgram }: DataFolderOptions) {
    this.home = home
    this.env = Object.fromEntries(
      Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
    )
    this.logger = createLogger('warn', printLog)
    const logger = () => this.logger
    this.runs = new KeptRuns(home, logger)
    this.keys = createSecrets({ home, env, ...(startProgram ? { startProgram } : {}) })
    this.memory = new MemoryClient({ home, env: this.env, startProgram, logger })
  }

  /** Standing permissions: for good, or for runs that still go on. Warns each time of a file that can't be read. */
  rules(): Promise<StandingRules> {
    return (this.#rules ??= openRulesFile(join(this.home, 'rules.json'), (message) =>
      this.logger.warn(message),
    ).catch((error: unknown) => {
      this.#rules = null
      throw error
    }))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.memory[Symbol.asyncDispose]()
  }
}
