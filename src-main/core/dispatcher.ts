// Defines the port by which agents act and observe. LocalCommandDispatcher is in `computer/`, the remote one in `aip/`.
import type { Command, MCPToolInfo, Result, Route, ToolType } from './command.ts'
import type { RunControl } from './run-control.ts'

export interface DispatchOptions {
  route: Route
  /** Milliseconds for each command; the seeds' 6000 s unless given. */
  timeoutMs?: number
  /** After the first failure the rest get status `skipped`. The default is true. */
  earlyExit?: boolean
}

export interface BasicCommandDispatcher {
  /**
   * Carries out commands in order, and gives one Result for each, in the same order. It never throws for a failed command; it throws
   * StoppedError when the run has to end (stopped, or a question that nobody could answer).
   */
  executeCommands(commands: Command[], options: DispatchOptions, run: RunControl): Promise<Result[]>
  /** Lists what the Computer of a route offers. */
  listTools(route: Route, toolType: ToolType | null, run: RunControl): Promise<MCPToolInfo[]>
  /** Makes tools forget their state: ids, the chosen window, anything that a server keeps. */
  reset(run: RunControl): Promise<void>
}
