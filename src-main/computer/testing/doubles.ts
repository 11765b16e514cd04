// Makes what tests and the bench of the Computer need around it: a gate, a journal in memory, servers and a desktop.
import type { EventBody, SessionEvent } from '../../../src-preload/contract/events.ts'
import { mcpServerConfigSchema, type MCPServerConfig } from '../../../src-preload/contract/config.ts'
import type { Command } from '../../core/command.ts'
import type { EventSink } from '../../core/event-sink.ts'
import { silentLogger } from '../../core/logger.ts'
import type { Act, Admission, Gate } from '../../safety/gate.ts'
import { MCPRegistry } from '../../servers/registry.ts'
import type { DesktopServers } from '../mcp-server.ts'
import { MCPServerManager } from '../mcp-server-manager.ts'
import { ThreadPool } from '../thread-pool.ts'
import type { ToolConsents } from '../tool-consents.ts'

export const ODD_TOOLS = new URL('./odd-tools.ts', import.meta.url).href
/** Path of the program that serves the same tools. */
export const ODD_STDIO_SERVER = new URL('./odd-stdio-server.ts', import.meta.url).pathname

/** Makes a command that acts, unless `more` says otherwise. */
export const command = (
  tool_name: string,
  parameters: Record<string, unknown> = {},
  more: Partial<Command> = {},
): Command => ({ tool_name, parameters, tool_type: 'action', ...more })

export const serverConfig = (config: { namespace: string } & Partial<MCPServerConfig>): MCPServerConfig =>
  mcpServerConfigSchema.parse(config)

/** Makes servers of the threads, to which a test can add others; dispose it at the end. */
export function testServers(desktop: DesktopServers | null = null, consents?: ToolConsents) {
  const pool = new ThreadPool({ logger: silentLogger })
  const registry = new MCPRegistry().registerFactory('OddTools', { place: 'module', module: ODD_TOOLS })
  for (const namespace of desktop?.namespaces ?? []) registry.registerFactory(namespace, { place: 'desktop' })
  const manager = new MCPServerManager({
    desktop,
    pool,
    registry,
    options: { env: {}, applications: {}, desktop: 'virtual' },
    logger: silentLogger,
    consents,
  })
  return {
    pool,
    registry,
    manager,
    async [Symbol.asyncDispose]() {
      await manager[Symbol.asyncDispose]()
      await pool[Symbol.asyncDispose]()
    },
  }
}

/** A journal that keeps everything, and counts how often it was synced. */
export class MemorySink implements EventSink {
  readonly events: EventBody[] = []
  /** Types of the events, with `sync` where the journal was synced. */
  readonly log: string[] = []

  emit(body: EventBody): SessionEvent {
    this.events.push(body)
    this.log.push(body.type)
    const head = { v: 1 as const, seq: this.events.length - 1, ts: 0, run: 'test', round: null, step: null }
    return { ...head, ...body }
  }

  sync(): Promise<void> {
    this.log.push('sync')
    return Promise.resolve()
  }

  subscribe(): () => void {
    return () => {}
  }
}

export const ALLOWED: Admission = {
  decision: 'allow',
  categories: [],
  rule: 'test',
  reason: 'It is a test.',
  admitted: true,
  user_confirm: null,
}

/** Allows everything unless `admit` decides otherwise, and keeps the questions. */
export class TestGate implements Gate {
  readonly acts: Act[] = []
  readonly #admit: (act: Act) => Admission

  constructor(admit: (act: Act) => Admission = () => ALLOWED) {
    this.#admit = admit
  }

  prepare(): Promise<void> {
    return Promise.resolve()
  }

  judge(): Admission {
    return { ...ALLOWED, decision: 'ask' }
  }

  admit(act: Act): Promise<Admission> {
    this.acts.push(act)
    return Promise.resolve().then(() => this.#admit(act))
  }
}
