// Serves the desktop process as an MCP server: three namespaces of tools over one connection, told apart by their `_meta`.
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type CallToolResult,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { askCall, hearNotices, tell } from '../../../core/call-table.ts'
import { messageOf, StoppedError } from '../../../core/errors.ts'
import { Lease, momentSchema } from '../../../core/lease.ts'
import { NO_VALIDATOR } from '../../../core/no-validator.ts'
import { SHIELD_MS } from '../../../core/picture-shield.ts'
import { RunControl } from '../../../core/run-control.ts'
import { fairClock } from '../../../platform/fair-time.ts'
import type { OcrEngine } from '../../../ocr/ocr.ts'
import type { Platform } from '../../../platform/platform.ts'
import { failed, META, reply } from '../../tool-reply.ts'
import { rememberResult } from '../acting/act.ts'
import { appUIExecutor } from '../acting/app-ui-executor.ts'
import { Frames } from './frames.ts'
import { answerKeeper } from './keeper-requests.ts'
import { Held, releaseLedger, together } from '../acting/held-input.ts'
import { hostUIExecutor } from '../acting/host-ui-executor.ts'
import { Input } from '../acting/input.ts'
import { isRenamingAfter } from '../acting/renaming.ts'
import { keysFault } from '../acting/keys.ts'
import { Person } from './person-input.ts'
import { WatchedHand } from './watched-hand.ts'
import {
  DESKTOP_CALLS,
  DESKTOP_META,
  DESKTOP_NOTICES,
  KEEPER_NOTICES,
  memorySchema,
  type DesktopMemory,
  type Ledger,
} from './messages.ts'
import { withoutSecrets } from '../targeting/secrecy.ts'
import { Shield, type AskShield } from './shield.ts'
import { DesktopState } from '../state.ts'
import { resolveTarget } from '../targeting/targets.ts'
import type { DesktopTool } from './tool.ts'
import { Turns } from '../acting/turns.ts'
import { uiCollector } from '../targeting/ui-collector.ts'

export const DESKTOP_TOOLS: DesktopTool[] = [...uiCollector, ...hostUIExecutor, ...appUIExecutor]

const callMetaSchema = z.looseObject({
  [META.callId]: z.string().optional(),
  [META.expectedTarget]: z.string().optional(),
  [DESKTOP_META.token]: z.string().optional(),
  [DESKTOP_META.lease]: momentSchema.optional(),
})

/** Describes a tool for `tools/list`. */
export function describeTool(tool: DesktopTool): Tool {
  const {
    $schema: _schema,
    additionalProperties: _additional,
    ...schema
  } = z.toJSONSchema(tool.parameters, { io: 'input', unrepresentable: 'any' })
  return {
    name: tool.name,
    description: tool.description,
    inputSchema: { ...schema, type: 'object' } as Tool['inputSchema'],
    annotations: { readOnlyHint: tool.readOnly },
    _meta: { [META.namespace]: tool.namespace, [META.toolType]: tool.tool_type },
  }
}

export interface DesktopServer extends AsyncDisposable {
  server: Server
  state: DesktopState
}

/** Builds the server; connect it to a transport. Disposing it stops running calls and releases what is held. */
export function createDesktopServer(
  platform: Platform,
  memory: DesktopMemory = memorySchema.parse({}),
  ocr: OcrEngine | null = null,
): DesktopServer {
  const server = new Server(
    { name: 'deskhand-desktop', version: '1' },
    { capabilities: { tools: {} }, jsonSchemaValidator: NO_VALIDATOR },
  )
  const ask: AskShield = async (wish) => {
    using run = new RunControl({ timeoutMs: SHIELD_MS, name: 'Hiding own windows' })
    return await askCall(server, DESKTOP_CALLS, 'shield', wish, run).catch(() => false)
  }
  // The keeper must have the ledger before a key goes down.
  const tellHeld = (agent: Ledger, owner: Ledger) =>
    tell(server, DESKTOP_NOTICES, 'ledger', together(agent, owner))
  const held = new Held(platform, (ledger) => tellHeld(ledger, personHeld.ledger))
  const personHeld: Held = new Held(platform, (ledger) => tellHeld(held.ledger, ledger))
  const shield = new Shield(platform, ask)
  const hiding = withoutSecrets(platform)
  const state = new DesktopState(hiding, new Input(platform, held, shield), memory, shield, ocr)
  const running = new Set<RunControl>()
  const turns = new Turns()
  const watched = new WatchedHand(hiding, () => personHeld.ledger)
  const person = new Person({ platform, held: personHeld, turns, watched })
  const frames = new Frames(platform, turns)
  const keeper = answerKeeper({
    peer: server,
    platform,
    frames,
    person,
    shield,
    release: async (ledger) => {
      // The keeper gets the ledger first, because this process may be killed during the release.
      held.takeOver(ledger)
      await releaseLedger(platform, ledger)
    },
    personMoved: (point) => tell(server, DESKTOP_NOTICES, 'person_moved', { point }),
  })
  hearNotices(server, KEEPER_NOTICES, {
    lease: (until) => {
      for (const run of running) run.lease?.extend(until)
    },
    unwatch: () => frames.end(),
  })

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: DESKTOP_TOOLS.map((tool) => describeTool(tool)),
  }))

  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<CallToolResult> => {
    const tool = DESKTOP_TOOLS.find((each) => each.name === params.name)
    if (!tool) return failed(`There is no tool ${params.name} on this desktop.`, 'unknown_tool')
    const meta = callMetaSchema.parse(params._meta ?? {})
    const given = params.arguments ?? {}
    const until = meta[DESKTOP_META.lease]
    const lease = until ? new Lease(until, 'The lease of this act has lapsed.') : null
    // An act waits for the application, which is late where others have the processors.
    using run = new RunControl({ name: tool.name, lease, clock: fairClock })
    const stop = () => run.stop()
    if (extra.signal.aborted) stop()
    extra.signal.addEventListener('abort', stop, { once: true })
    running.add(run)
    const call = () =>
      carryOut(state, tool, given, meta[META.callId] ?? null, meta[META.expectedTarget] ?? null, run)
    try {
      if (tool.tool_type === 'data_collection') return await call()
      return await turns.take(!tool.readOnly, async () => {
        try {
          // A key that a person still holds would change what the agent types.
          if (!tool.readOnly) await personHeld.releaseAll()
          return await call()
        } finally {
          await held.releaseAll()
        }
      })
    } finally {
      running.delete(run)
      extra.signal.removeEventListener('abort', stop)
      const token = meta[DESKTOP_META.token]
      if (token !== undefined) tell(server, DESKTOP_NOTICES, 'ended', { token })
    }
  })

  return {
    server,
    state,
    async [Symbol.asyncDispose]() {
      for (const run of running) run.stop()
      await keeper[Symbol.asyncDispose]()
      shield[Symbol.dispose]()
      await turns.all()
      await person.letGo()
      await held.releaseAll()
      await server.close()
    },
  }
}

async function carryOut(
  state: DesktopState,
  tool: DesktopTool,
  given: Record<string, unknown>,
  callId: string | null,
  expected: string | null,
  run: RunControl,
): Promise<CallToolResult> {
  const remember = (result: CallToolResult): CallToolResult => ({
    ...result,
    _meta: { ...result._meta, [DESKTOP_META.memory]: state.memory },
  })
  try {
    await run.checkpoint()
    if (tool.tool_type === 'action') {
      if (expected !== null) {
        const changed = await changeOfTarget(state, { tool: tool.name, given, expected }, run)
        if (changed !== null) return remember(failed(changed, 'target_changed'))
      }
      state.acting()
    }
    const fault = tool.name === 'resolve_target' ? faultOfAim(state, given) : null
    if (fault !== null) return remember(failed(fault, 'bad_arguments'))
    const result = await tool.call(given, state, run, callId)
    if (tool.tool_type === 'action')
      state.renaming = isRenamingAfter(state.renaming, tool.name, given, state.chosenProcess)
    if (callId !== null && tool.tool_type === 'action') rememberResult(state, callId, result)
    return remember(reply(result))
  } catch (error) {
    if (error instanceof z.ZodError) return remember(failed(z.prettifyError(error), 'bad_arguments'))
    if (error instanceof StoppedError) return failed(error.message, 'tool')
    return remember(failed(messageOf(error)))
  }
}

/** Milliseconds for a busy application to answer again for what it answered for when it was judged. */
const BUSY_MS = 1000
const BUSY_EVERY_MS = 50

/**
 * Says what of a target has changed since it was judged; null if it is the same. As long as a part of it is only missing it is looked at
 * again, because a busy application may not answer for all of itself; the act is done on nothing but the target that was judged.
 */
async function changeOfTarget(
  state: DesktopState,
  { tool, given, expected }: { tool: string; given: Record<string, unknown>; expected: string },
  run: RunControl,
): Promise<string | null> {
  let parts: string[] | null = null
  await run.until(
    async () => {
      const { description } = await resolveTarget(state, tool, given, run)
      const change = state.targets.change(expected, description.fingerprint)
      parts = change?.parts ?? null
      return change?.onlyMissing === true ? null : true
    },
    BUSY_MS,
    BUSY_EVERY_MS,
  )
  return changeWords(parts)
}

function changeWords(parts: readonly string[] | null): string | null {
  if (parts === null) return null
  const what = parts.length > 0 ? ` What has changed: ${parts.join(', ')}.` : ''
  return `The target is no longer the one that was approved. Nothing was done.${what}`
}

/** Finds a fault of an act that can be known before it is done, so that nobody is asked about it. */
function faultOfAim({ platform }: DesktopState, given: Record<string, unknown>): string | null {
  const { tool_name, parameters } = aimSchema.parse(given)
  return keysFault(tool_name, parameters, platform)
}
const aimSchema = z.looseObject({
  tool_name: z.string(),
  parameters: z.record(z.string(), z.unknown()).default({}),
})
