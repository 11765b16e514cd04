// Defines what a built-in server module is, and what it gets when it is built.
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'

/** What a server gets when it is built. Plain data: it crosses into a pool thread. */
export interface ServerOptions {
  /** Environment of the programs it starts, so that they are on the run's desktop. */
  env: Record<string, string>
  /** Names an application may be launched by, on top of the desktop entries. */
  applications: Record<string, string>
  /** `virtual` where single-instance applications need a profile of their own. */
  desktop: 'host' | 'virtual'
  /** A folder of the run that long outputs are kept in; without it they are cut. */
  outputFolder?: string | undefined
}

/** What a thread lends to the server that it runs. */
export interface ThreadHost {
  /** Makes this process group die with the thread; call it right after the start. */
  own(pid: number): void
  /** Call it when the process has ended by itself. */
  disown(pid: number): void
}

/** A module that can run in a pool thread. The server may keep nothing between two calls: each can meet another instance. */
export interface ThreadServerModule {
  build(options: ServerOptions, host: ThreadHost): Server
}
