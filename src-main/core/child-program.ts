// Defines a port: how Deskhand starts a program of its own and speaks MCP with it. The terminal and the page use plain Node
// (`node-program.ts`); the desktop app uses Electron's utility process, because its fuses forbid running as Node.
import type { Readable } from 'node:stream'
import { pickVariables, startVariables } from './system.ts'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'

export interface ChildProgramOptions {
  /** Path of the program, from `programPath`. */
  program: string
  args: readonly string[]
  /** Its whole environment. */
  env: Record<string, string>
  /** The name that lists of processes show. */
  name: string
  /** Called with each line that it writes on standard error. */
  onLine: (line: string) => void
}

/** How a program ended. `inOrder`: it ended on request and has cleaned up. */
export interface ProgramEnd {
  inOrder: boolean
  /** The signal or the exit code, for people. */
  how: string
}

export interface ChildProgram {
  /** Null before the program has started, and where it could not start. */
  readonly pid: number | null
  /** Carries MCP; `close()` closes it. */
  readonly transport: Transport
  /** Never rejects. */
  readonly gone: Promise<ProgramEnd>
  /** Asks the program to end, so that it can clean up. */
  close(): void
  /** Kills the program with SIGKILL, even if it hangs in native code. */
  kill(): void
}

/** Makes the environment of a started program: the variables that every program needs, and `more` of this process. No API keys. */
export const startEnvironment = (
  env: Record<string, string | undefined>,
  more: readonly string[] = [],
): Record<string, string> => pickVariables(env, [...startVariables(), ...more])

export type StartProgram = (options: ChildProgramOptions) => ChildProgram

/** The longest unfinished line of a log that is kept whole, in UTF-16 units. */
const MAX_LINE_LENGTH = 4096

/** Calls back with each whole line of a stream that is not blank. */
export function readLines(
  stream: Readable | NodeJS.ReadableStream | null,
  onLine: (line: string) => void,
): void {
  let rest = ''
  stream?.setEncoding('utf8')
  stream?.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = (lines.pop() ?? '').slice(-MAX_LINE_LENGTH)
    for (const line of lines) if (line.trim() !== '') onLine(line)
  })
}
