// Lists which built-in MCP servers there are and where each lives: the seeds' MCPRegistry.
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { drop } from '../core/control-flow.ts'
import type { ThreadServerModule } from './server-module.ts'

export type LocalServer =
  /** Served by the desktop process. */
  | { place: 'desktop' }
  /** Served by the Computer's worker threads, which load the module by the server's name in the registry. */
  | { place: 'thread'; load: () => Promise<ThreadServerModule> }
  /** The same for a module outside the registry, by its URL. */
  | { place: 'module'; module: string }
  /** Lives in this process, for servers that hold its live objects. Its tools must not block. */
  | { place: 'here'; build: () => Server }

export class MCPRegistry {
  readonly #servers = new Map<string, LocalServer>()

  registerFactory(namespace: string, server: LocalServer): this {
    this.#servers.set(namespace, server)
    return this
  }

  /** Adds a server that holds live objects of this process. */
  registerInstance(namespace: string, build: () => Server): this {
    return this.registerFactory(namespace, { place: 'here', build })
  }

  get(namespace: string): LocalServer | null {
    return this.#servers.get(namespace) ?? null
  }

  /** Loads what its servers are made of, so that none is waited for when it is built. */
  load(): void {
    for (const server of this.#servers.values()) if (server.place === 'thread') drop(server.load())
  }

  list(): string[] {
    return [...this.#servers.keys()]
  }
}

/** Lists the servers that Deskhand brings along. */
export function builtInServers(): MCPRegistry {
  return new MCPRegistry()
    .registerFactory('UICollector', { place: 'desktop' })
    .registerFactory('HostUIExecutor', { place: 'desktop' })
    .registerFactory('AppUIExecutor', { place: 'desktop' })
    .registerFactory('CommandLineExecutor', {
      place: 'thread',
      load: () => import('./command-line/command-line-executor.ts'),
    })
    .registerFactory('FileExecutor', { place: 'thread', load: () => import('./files/file-executor.ts') })
    .registerFactory('DocumentExecutor', {
      place: 'thread',
      load: () => import('./documents/document-executor.ts'),
    })
    .registerFactory('CodeExecutor', { place: 'thread', load: () => import('./code/code-executor.ts') })
    .registerFactory('BashExecutor', { place: 'thread', load: () => import('./bash/bash-executor.ts') })
}
