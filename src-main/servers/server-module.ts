// Defines what a built-in server module is, and what it gets when it is built.
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'

/** A server's options when it is built. They are plain data, because they cross into a pool thread. */
export interface ServerOptions {
  /** Environment of the programs that it starts, so that they run on the run's desktop. */
  env: Record<string, string>
  /** Names by which an application may be launched, on top of the desktop entries. */
  applications: Record<string, string>
  /** `virtual` where single-instance applications need a profile of their own. */
  desktop: 'host' | 'virtual'
  /** A folder of the run for long outputs; without it they are cut. */
  outputFolder?: string | undefined
  /** Deskhand's own folder, in which no tool writes a file that the gate has not seen. */
  own?: string | undefined
}

/** The thread's services for the server that it runs. */
export interface ThreadHost {
  /** Makes this process group die with the thread; call it right after the start. */
  own(pid: number): void
  /** Call it when the process has ended by itself. */
  disown(pid: number): void
}

/** A module that can run in a pool thread. The server must keep no state between two calls, because each can reach another instance. */
export interface ThreadServerModule {
  build(options: ServerOptions, host: ThreadHost): Server | Promise<Server>
}
