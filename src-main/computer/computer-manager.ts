// Keeps one Computer per agent, process and root name, as the seeds' ComputerManager.
import type { MCPConfig } from '../../src-preload/contract/config.ts'
import type { Route } from '../core/command.ts'
import { UserError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import type { RunControl } from '../core/run-control.ts'
import { Computer } from './computer.ts'
import type { MCPServerManager } from './mcp-server-manager.ts'

interface ComputerManagerOptions {
  /** Agent class → root name or `default` → servers. */
  config: MCPConfig
  mcpServerManager: MCPServerManager
  logger: Logger
}

const keyOf = (route: Route): string =>
  `${route.agent_name}::${route.process_name}::${route.root_name || 'default'}`

export class ComputerManager {
  readonly #options: ComputerManagerOptions
  readonly #computers = new Map<string, Promise<Computer>>()

  constructor(options: ComputerManagerOptions) {
    this.#options = options
  }

  /**
   * Returns the Computer of a route, which is made at the first call. A root name without a configuration of its own uses
   * `default`. Throws UserError when the agent has no configuration.
   */
  getOrCreate(route: Route, run: RunControl): Promise<Computer> {
    const key = keyOf(route)
    const kept = this.#computers.get(key)
    if (kept) return run.race(kept)
    const created = this.#create(key, route, run)
    this.#computers.set(key, created)
    created.catch(() => this.#computers.delete(key))
    return created
  }

  /** Resets every Computer, and once each of the servers that they share. */
  async reset(run: RunControl): Promise<void> {
    const fresh = await this.#options.mcpServerManager.reset()
    const computers = await run.race(Promise.all(this.#computers.values()))
    await Promise.all(computers.map((computer) => computer.reset(run, fresh)))
  }

  async #create(key: string, route: Route, run: RunControl): Promise<Computer> {
    const agents = this.#options.config
    const agent = agents[route.agent_name]
    if (!agent) {
      const known = Object.keys(agents).join(', ')
      throw new UserError(`The mcp configuration has no agent ${route.agent_name}. It has: ${known}.`)
    }
    const servers = agent[route.root_name] ?? agent['default']
    if (!servers) {
      throw new UserError(
        `The mcp configuration of ${route.agent_name} has neither "${route.root_name}" nor "default".`,
      )
    }
    const computer = new Computer({
      name: key,
      processName: route.process_name,
      mcpServerManager: this.#options.mcpServerManager,
      dataCollectionServersConfig: servers.data_collection.filter(({ enabled }) => enabled),
      actionServersConfig: servers.action.filter(({ enabled }) => enabled),
      logger: this.#options.logger,
    })
    await computer.asyncInit(run)
    return computer
  }
}
