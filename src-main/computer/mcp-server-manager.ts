// Creates MCP servers of every kind from their configuration, and keeps those that Computers share.
import type { MCPServerConfig } from '../../src-preload/contract/config.ts'
import { missingCaseError } from '../core/control-flow.ts'
import { UserError } from '../core/errors.ts'
import type { Secrets } from '../core/secrets.ts'
import type { Logger } from '../core/logger.ts'
import { isDesktopVariable } from '../core/system.ts'
import type { MCPRegistry } from '../servers/registry.ts'
import type { ServerOptions, ThreadHost } from '../servers/server-module.ts'
import { DesktopServer } from './desktop-server.ts'
import { httpServer, localServer, stdioServer, type Patience } from './linked-server.ts'
import type { BaseMCPServer, DesktopServers } from './mcp-server.ts'
import type { ThreadPool } from './thread-pool.ts'
import { memoryConsents, type ToolConsents } from './tool-consents.ts'
import { ThreadServer } from './thread-server.ts'

interface MCPServerManagerOptions {
  /** The servers of a desktop; null where there is none: its servers are then refused by name. */
  desktop: DesktopServers | null
  pool: ThreadPool
  registry: MCPRegistry
  /** Options for the built-in servers of the threads, and for the environment of stdio servers. */
  options: ServerOptions
  logger: Logger
  /** The tools of foreign servers that a person has allowed; without it, only this manager remembers them. */
  consents?: ToolConsents | undefined
  /** The keys that headers of foreign servers name. */
  secrets?: Secrets | undefined
  /** How long to wait for foreign servers, where it differs from the usual time. */
  patience?: Patience
}

/** A server that only lists its tools starts nothing. */
const NO_HOST: ThreadHost = { own: () => {}, disown: () => {} }

/** Picks the part of a desktop's environment that a foreign server gets: enough to be on that desktop, and no keys. */
export const desktopVariables = (env: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => isDesktopVariable(name)))

export class MCPServerManager implements AsyncDisposable {
  readonly #options: MCPServerManagerOptions
  readonly consents: ToolConsents
  readonly #servers = new Map<string, BaseMCPServer>()

  constructor(options: MCPServerManagerOptions) {
    this.#options = options
    this.consents = options.consents ?? memoryConsents()
  }

  /**
   * Returns the server of a configuration: one per namespace and configuration, and one per `owner` (a Computer) where it has
   * `reset: true`. Of servers in the desktop's process, a desktop has only one. Nothing is started yet. Throws UserError for a
   * configuration that can't work.
   */
  createOrGetServer(config: MCPServerConfig, owner = ''): BaseMCPServer {
    if (!config.enabled)
      throw new UserError(`${config.namespace} is not enabled in the mcp part of the configuration.`)
    const key = JSON.stringify([config, config.reset ? owner : null])
    const kept = this.#servers.get(key)
    if (kept) return kept
    const server = this.#create(config, owner)
    this.#servers.set(key, server)
    return server
  }

  /** Makes every server forget its state. Returns them all. */
  async reset(): Promise<ReadonlySet<BaseMCPServer>> {
    const servers = new Set(this.#servers.values())
    await Promise.all([...servers].map((server) => server.reset()))
    return servers
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const servers = [...this.#servers.values()]
    this.#servers.clear()
    await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()))
  }

  #create(config: MCPServerConfig, owner: string): BaseMCPServer {
    switch (config.type) {
      case 'stdio':
        return stdioServer(
          config,
          desktopVariables(this.#options.options.env),
          this.#options.logger,
          this.#options.patience,
          this.#options.secrets,
        )
      case 'http':
        return httpServer(config, { secrets: this.#options.secrets })
      case 'local':
        return this.#createLocal(config.namespace, config.reset ? { owner } : {})
      default:
        return missingCaseError(config.type)
    }
  }

  #createLocal(namespace: string, owned: { owner?: string }): BaseMCPServer {
    const { registry, desktop, pool, options } = this.#options
    const server = registry.get(namespace)
    if (!server) {
      throw new UserError(`No local server is called ${namespace}. There are: ${registry.list().join(', ')}.`)
    }
    switch (server.place) {
      case 'desktop':
        if (!desktop) throw new UserError(`${namespace} needs a desktop, and this run has none.`)
        return new DesktopServer(desktop, namespace)
      case 'thread':
        return new ThreadServer(
          pool,
          { namespace, module: null, options, ...owned },
          localServer(namespace, async () => (await server.load()).build(options, NO_HOST)),
        )
      case 'module':
        return new ThreadServer(pool, { namespace, module: server.module, options, ...owned }, null)
      case 'here':
        return localServer(namespace, server.build)
      default:
        return missingCaseError(server)
    }
  }
}
