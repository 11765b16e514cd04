// Defines what the command needs of the world around it; tests pass in their own.
import type { Readable, Writable } from 'node:stream'
import type { BridgeClient, ClientOptions } from '../bridge/client.ts'

export interface TerminalOutput extends Writable {
  isTTY?: boolean
  columns?: number
}

export interface Shell {
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
