// What the command has of the world around it; tests hand in their own.
import type { Readable, Writable } from 'node:stream'
import type { OpenBridge } from '../bridge/client.ts'
import type { CreateEngine } from './engine-port.ts'

export interface TerminalOutput extends Writable {
  isTTY?: boolean
  columns?: number
}

export interface Shell {
  env: NodeJS.ProcessEnv
  stdin: Readable & { isTTY?: boolean }
  stdout: TerminalOutput
  stderr: TerminalOutput
  /** Loaded when first needed: `deskhand --help` waits for nothing. */
  createEngine: CreateEngine
  /** The version of this program. */
  version: string
  /** The bridge of this program. Opening it loads and starts nothing. */
  openBridge: OpenBridge
  /** Calls back for each Ctrl+C or signal to end; the returned function ends that. */
  onInterrupt(listener: () => void): () => void
  /** Ends the program at once. */
  exit(code: number): void
}
