// Implements the seeds' Computer: an isolated set of MCP servers and their tools, with a limit, a timeout and a check of
// arguments.
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { MCPServerConfig } from '../../src-preload/contract/config.ts'
import { failure, type Command, type MCPToolInfo, type Result, type ToolType } from '../core/command.ts'
import { messageOf, StoppedError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import type { RunControl } from '../core/run-control.ts'
import { failed } from '../servers/tool-reply.ts'
import { identityOf, isForeign, type BaseMCPServer } from './mcp-server.ts'
import type { MCPServerManager } from './mcp-server-manager.ts'
import { META_TOOLS, type MetaTool } from './meta-tools.ts'
import { nearest } from '../matching/nearest.ts'
import type { ToolConsents } from './tool-consents.ts'
import { registeredTool, type MCPToolCall, type RegisteredTool } from './tool-call.ts'

/** Milliseconds that a tool may take: the seeds' 6000 s. */
const TOOL_TIMEOUT_MS = 6_000_000
/** Milliseconds after which a tool counts as slow: the seeds' 5 minutes. */
const SLOW_TOOL_MS = 300_000

export interface ComputerOptions {
  name: string
  processName: string
  mcpServerManager: MCPServerManager
  dataCollectionServersConfig: MCPServerConfig[]
  actionServersConfig: MCPServerConfig[]
  logger: Logger
}

export interface CallOptions {
  /** Milliseconds; the default is the seeds' 6000 s. */
  timeoutMs?: number
  /** Is sent along in `_meta`. */
  meta?: Record<string, unknown>
  /** Milliseconds after which `onSlow` is called, once. */
  slowMs?: number
  onSlow?: (message: string) => void
}

/** A server that did not list its tools, and why. */
interface Unavailable {
  config: MCPServerConfig
  toolType: ToolType
  reason: string
}

export class Computer {
  readonly name: string
  readonly processName: string
  readonly dataCollectionServers = new Map<string, BaseMCPServer>()
  readonly actionServers = new Map<string, BaseMCPServer>()
  readonly #options: ComputerOptions
  readonly #tools = new Map<string, RegisteredTool>()
  readonly #generations = new Map<BaseMCPServer, number>()
  #unavailable: Unavailable[] = []

  constructor(options: ComputerOptions) {
    this.name = options.name
    this.processName = options.processName
    this.#options = options
  }

  /** Registers the tools of all servers. One that can't be reached is left out with a log line, and asked again when a tool is missing. */
  async asyncInit(run: RunControl): Promise<void> {
    const { dataCollectionServersConfig, actionServersConfig } = this.#options
    await Promise.all([
      ...dataCollectionServersConfig.map((config) => this.addServer(config, 'data_collection', run)),
      ...actionServersConfig.map((config) => this.addServer(config, 'action', run)),
    ])
  }

  /** Adds a server and its tools. Throws only when the run has to end. */
  async addServer(config: MCPServerConfig, toolType: ToolType, run: RunControl): Promise<void> {
    try {
      const server = this.#options.mcpServerManager.createOrGetServer(config, this.name)
      await this.#list(server, toolType, run)
    } catch (error) {
      run.throwIfStopped()
      const reason = messageOf(error)
      this.#options.logger.warn({ computer: this.name, server: config.namespace }, reason)
      this.#unavailable.push({ config, toolType, reason })
    }
  }

  async #list(server: BaseMCPServer, toolType: ToolType, run: RunControl): Promise<void> {
    const tools = (await server.listTools(run)).map((tool) => registeredTool(tool, server, toolType))
    const said = Object.fromEntries(tools.map(({ ownName, hash }) => [ownName, hash]))
    const changed = isForeign(server) ? await this.#consents.changed(identityOf(server), said) : new Set()
    this.#generations.set(server, server.generation ?? 0)
    this.#serversOf(toolType).set(server.namespace, server)
    for (const [key, { info }] of this.#tools) {
      if (info.namespace === server.namespace && info.tool_type === toolType) this.#tools.delete(key)
    }
    for (const tool of tools) {
      tool.changed = changed.has(tool.ownName)
      this.#tools.set(tool.info.tool_key, tool)
    }
    this.#nameApart()
  }

  /** Adds the server's name to a foreign tool's name that one of our tools has already. */
  #nameApart(): void {
    const tools = [...this.#tools.values()]
    const own = tools.filter(({ server }) => !isForeign(server)).map(({ ownName }) => ownName)
    const taken = new Set([...own, ...META_TOOLS.keys()])
    for (const tool of tools) {
      if (!isForeign(tool.server)) continue
      const tool_name = taken.has(tool.ownName) ? `${tool.info.namespace}_${tool.ownName}` : tool.ownName
      tool.info = { ...tool.info, tool_name }
    }
  }

  /** Lists the tools of foreign servers again where they may have changed. */
  async #listChanged(run: RunControl): Promise<void> {
    for (const toolType of ['data_collection', 'action'] as const) {
      for (const server of this.#serversOf(toolType).values()) {
        if ((server.generation ?? 0) === this.#generations.get(server)) continue
        await this.#list(server, toolType, run)
      }
    }
  }

  /**
   * Forgets everything: servers lose their state, unless they are in `fresh`, and tools are listed anew. Servers that were added later are
   * gone.
   */
  async reset(run: RunControl, fresh: ReadonlySet<BaseMCPServer> = new Set()): Promise<void> {
    const servers = new Set([...this.dataCollectionServers.values(), ...this.actionServers.values()])
    const stale = [...servers].filter((server) => !fresh.has(server))
    await Promise.all(stale.map((server) => server.reset()))
    this.dataCollectionServers.clear()
    this.actionServers.clear()
    this.#tools.clear()
    this.#unavailable = []
    await this.asyncInit(run)
  }

  /**
   * Lists tools in the order of the configuration, whichever server answered first, so that a prompt's list is the same in every run and
   * can be cached.
   */
  listTools(
    toolType: ToolType | null = null,
    namespace: string | null = null,
    removeMeta = true,
  ): MCPToolInfo[] {
    const tools = this.#inOrder().map(({ info }) => info)
    if (!removeMeta) tools.push(...[...META_TOOLS.values()].map(({ info }) => info))
    return tools.filter(
      (info) =>
        (toolType === null || info.tool_type === toolType) &&
        (namespace === null || info.namespace === namespace),
    )
  }

  /** Servers whose tools are missing, with the reason of each. */
  get unavailable(): { namespace: string; reason: string }[] {
    return this.#unavailable.map(({ config, reason }) => ({ namespace: config.namespace, reason }))
  }

  /**
   * Returns the call for a command, with its arguments checked; or a failure that names the fault. A bare name is looked up by
   * `tool_type::tool_name` in all servers.
   */
  async command2tool(command: Command, run: RunControl): Promise<MCPToolCall | Result> {
    await this.#listChanged(run)
    const found = this.#find(command)
    if (found.length === 0 && this.#unavailable.length > 0) {
      await this.#retryUnavailable(run)
      found.push(...this.#find(command))
    }
    const [tool, another] = found
    if (!tool) return this.#metaCall(command) ?? this.#unknown(command)
    if (another) {
      const names = found.map(({ info }) => info.namespace).join(' and ')
      return failure(
        command,
        'ambiguous_tool',
        `${names} both have a tool ${command.tool_name}: give the namespace, too.`,
      )
    }
    const fault = await tool.faultOf(command.parameters)
    if (fault !== null) {
      return failure(command, 'bad_arguments', `${command.tool_name}: ${fault}`, tool.info.namespace)
    }
    return {
      tool_info: tool.info,
      parameters: command.parameters,
      call_id: command.call_id ?? '',
      own_name: tool.ownName,
      confirm: command.confirm ?? false,
      mcp_server: tool.server,
      accept: tool.changed ? () => this.#accept(tool) : null,
    }
  }

  /** Carries out one call. Throws only the reason why `run` must end. */
  async runAction(call: MCPToolCall, options: CallOptions, run: RunControl): Promise<CallToolResult> {
    const { tool_name } = call.tool_info
    const server = call.mcp_server
    if (!server) return metaTool(tool_name).run(this, call.parameters)
    const timeoutMs = options.timeoutMs ?? TOOL_TIMEOUT_MS
    await run.checkpoint()
    using limited = run.child({ timeoutMs, name: tool_name })
    const cancelSlow = run.clock.after(options.slowMs ?? SLOW_TOOL_MS, () => {
      const message = `${tool_name} of ${server.namespace} takes longer than ${seconds(options.slowMs ?? SLOW_TOOL_MS)}.`
      this.#options.logger.warn({ computer: this.name }, message)
      options.onSlow?.(message)
    })
    try {
      return await server.callTool(call.own_name, call.parameters, options.meta ?? {}, timeoutMs, limited)
    } catch (error) {
      run.throwIfStopped()
      if (limited.stopped) {
        return failed(`${tool_name} took longer than ${seconds(timeoutMs)} and was ended.`, 'timeout')
      }
      if (error instanceof StoppedError) throw error
      return failed(`${tool_name} was not carried out to the end: ${messageOf(error)}`, 'crash')
    } finally {
      cancelSlow()
    }
  }

  get #consents(): ToolConsents {
    return this.#options.mcpServerManager.consents
  }

  async #accept(tool: RegisteredTool): Promise<void> {
    await this.#consents.allow(identityOf(tool.server), tool.ownName, tool.hash)
    tool.changed = false
  }

  #serversOf(toolType: ToolType): Map<string, BaseMCPServer> {
    return toolType === 'action' ? this.actionServers : this.dataCollectionServers
  }

  #inOrder(): RegisteredTool[] {
    const { dataCollectionServersConfig, actionServersConfig } = this.#options
    const configured = [...dataCollectionServersConfig, ...actionServersConfig].map(
      ({ namespace }) => namespace,
    )
    const place = ({ info }: RegisteredTool) => {
      const at = configured.indexOf(info.namespace)
      return at < 0 ? configured.length : at
    }
    return [...this.#tools.values()].sort((one, other) => place(one) - place(other))
  }

  #find(command: Command): RegisteredTool[] {
    return [...this.#tools.values()].filter(
      ({ info }) =>
        info.tool_name === command.tool_name &&
        info.tool_type === command.tool_type &&
        (command.namespace === undefined || info.namespace === command.namespace),
    )
  }

  async #retryUnavailable(run: RunControl): Promise<void> {
    const missing = this.#unavailable
    this.#unavailable = []
    await Promise.all(missing.map(({ config, toolType }) => this.addServer(config, toolType, run)))
  }

  #metaCall(command: Command): MCPToolCall | Result | null {
    const meta = META_TOOLS.get(command.tool_name)
    if (!meta) return null
    const fault = meta.faultOf(command.parameters)
    if (fault !== null) return failure(command, 'bad_arguments', `${command.tool_name}: ${fault}`)
    return {
      tool_info: meta.info,
      parameters: command.parameters,
      call_id: command.call_id ?? '',
      own_name: meta.info.tool_name,
      confirm: false,
      mcp_server: null,
      accept: null,
    }
  }

  #unknown(command: Command): Result {
    const where = command.namespace === undefined ? '' : ` in ${command.namespace}`
    const names = this.listTools(command.tool_type, null, false).map((info) => info.tool_name)
    const within = (_: string, name: string) => Math.max(2, name.length / 3)
    const near = nearest(command.tool_name, names, { most: 3, within, parts: true })
    const hint = near.length > 0 ? ` Nearest: ${near.join(', ')}.` : ''
    const missing = this.unavailable
      .map(({ namespace, reason }) => ` ${namespace} is missing: ${reason}`)
      .join('')
    const message = `There is no tool ${command.tool_name}${where}.${hint}${missing}`
    return failure(command, 'unknown_tool', message, command.namespace ?? null)
  }
}

function metaTool(name: string): MetaTool {
  const meta = META_TOOLS.get(name)
  if (!meta) throw new Error(`No meta tool is called ${name}.`)
  return meta
}

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`
