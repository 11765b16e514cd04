// Defines what the command needs of the world around it; tests pass in their own.
import type { Readable, Writable } from 'node:stream'
import type { Say } from '../../src-preload/contract/outcome-said.ts'
import type { ActionView } from '../../src-preload/contract/run-view.ts'
import type { BridgeClient, ClientOptions } from '../bridge/client.ts'

export interface TerminalOutput extends Writable {
  isTTY?: boolean
  columns?: number
}

export interface Surroundings {
  env: NodeJS.ProcessEnv
  stdin: Readable & { isTTY?: boolean }
  stdout: TerminalOutput
  stderr: TerminalOutput
  /** The version of this program. */
  version: string
  /** Opens the bridge of this program, which the first command that calls it loads. Opening it starts nothing. */
  openBridge(options: ClientOptions): Promise<BridgeClient>
  /** Calls back for each Ctrl+C or end signal; the returned function stops that. */
  onInterrupt(listener: () => void): () => void
  /** Ends the program at once. */
  exit(code: number): void
}

/** The language in which a terminal speaks to its person. */
export interface Speech {
  say: Say
  /** Gives a sentence of the program, null where it is not known in this language; the whole is null in English. */
  translate: ((sentence: string) => string | null) | null
  /** Says a sentence of the program; of one that is not known it says that it is English. */
  sentence: (text: string) => string
  /** Says a word or a heading of the program's tables, which is only looked up whole. */
  word: (text: string) => string
  act: (action: Pick<ActionView, 'tool_name' | 'words' | 'parameters'>) => string
}

export interface Shell extends Surroundings {
  /** The language of the person, which is read when it is first needed. */
  speech(): Promise<Speech>
}
