// Checks whether an MCP server works: starts it as the configuration would, asks for its tools, and ends it.
import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { MCPServerConfig } from '../../src-preload/contract/config.ts'
import { messageOf } from '../core/errors.ts'
import type { Secrets } from '../core/secrets.ts'
import type { Logger } from '../core/logger.ts'
import type { RunControl } from '../core/run-control.ts'
import { builtInServers, type MCPRegistry } from '../servers/registry.ts'
import { META } from '../servers/tool-reply.ts'
import { httpServer, LinkedServer } from './linked-server.ts'
import type { BaseMCPServer } from './mcp-server.ts'
import { desktopVariables, MCPServerManager } from './mcp-server-manager.ts'
import { ThreadPool } from './thread-pool.ts'

export interface ServerCheck {
  ok: boolean
  error: string | null
  tools: { name: string; description: string }[]
  ms: number
}

export interface CheckOptions {
  env: Record<string, string>
  logger: Logger
  /** The keys that its headers name. */
  secrets?: Secrets | undefined
  registry?: MCPRegistry
  /** Milliseconds for the whole check. A package runner may have to fetch the server first. */
  withinMs?: number
}

const WITHIN_MS = 45_000
/** Most bytes of one answer over HTTP. */
const MAX_ANSWER_BYTES = 10 * 1024 * 1024
const MAX_TOOLS = 500
const MAX_DESCRIPTION_LENGTH = 1000

/** Throws only for a stop. Servers that live on a desktop are listed without one. */
export async function checkServer(
  config: MCPServerConfig,
  options: CheckOptions,
  run: RunControl,
): Promise<ServerCheck> {
  const begun = run.clock.elapsed()
  const withinMs = options.withinMs ?? WITHIN_MS
  using limited = run.child({ timeoutMs: withinMs, name: config.namespace })
  const spent = () => Math.round(run.clock.elapsed() - begun)
  try {
    const tools = await toolsOf({ ...config, enabled: true }, options, limited)
    return { ok: true, error: null, tools: tools.slice(0, MAX_TOOLS).map(shown), ms: spent() }
  } catch (error) {
    run.throwIfStopped()
    return { ok: false, error: messageOf(error), tools: [], ms: spent() }
  }
}

const shown = ({ name, description = '' }: Tool) => ({
  name: name.slice(0, 200),
  description: description.slice(0, MAX_DESCRIPTION_LENGTH),
})

async function toolsOf(config: MCPServerConfig, options: CheckOptions, run: RunControl): Promise<Tool[]> {
  const { env, logger, registry = builtInServers(), withinMs = WITHIN_MS } = options
  if (config.type === 'local' && registry.get(config.namespace)?.place === 'desktop') {
    return desktopTools(config.namespace)
  }
  // A person has asked for the check, so it also waits for a server that was silent before.
  const patience = { ms: withinMs, again: true }
  await using pool = new ThreadPool({ logger })
  await using servers = new MCPServerManager({
    desktop: null,
    pool,
    registry,
    options: { env: desktopVariables(env), applications: {}, desktop: 'host' },
    logger,
    patience,
    secrets: options.secrets,
  })
  if (config.type !== 'http') return await list(servers.createOrGetServer(config), run)
  await using server = httpServer(config, { fetch: boundedFetch, patience, secrets: options.secrets })
  return await list(server, run)
}

async function list(server: BaseMCPServer, run: RunControl): Promise<Tool[]> {
  try {
    return await server.listTools(run)
  } catch (error) {
    if (!run.stopped) throw error
    const said = server instanceof LinkedServer ? server.said() : ''
    throw new Error(
      `${server.namespace} did not answer in time.${said} Check that it is an MCP server and that it starts by itself.`,
      { cause: error },
    )
  }
}

/** Lists the tools of the desktop process, which itself needs a desktop. */
async function desktopTools(namespace: string): Promise<Tool[]> {
  const { DESKTOP_TOOLS, describeTool } = await import('../servers/desktop/protocol/server.ts')
  return DESKTOP_TOOLS.map(describeTool).filter((tool) => tool._meta?.[META.namespace] === namespace)
}

const boundedFetch: FetchLike = async (url, init) => {
  const answer = await fetch(url, init)
  if (!answer.body) return answer
  let length = 0
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      length += chunk.length
      if (length > MAX_ANSWER_BYTES) controller.error(new RangeError('its answer is too long'))
      else controller.enqueue(chunk)
    },
  })
  return new Response(answer.body.pipeThrough(bound), answer)
}
