// Builds a desktop server over a scripted platform, reached through MCP over an in-memory pair, for the tests of its tools.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { CallToolResultSchema, type CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import {
  effectReportSchema,
  observationSchema,
  targetDescriptionSchema,
  type Control,
  type EffectReport,
  type Observation,
  type TargetDescription,
} from '../../../core/desktop.ts'
import {
  ScriptedPlatform,
  scriptedWindow,
  type ScriptedElement,
  type ScriptedWindow,
} from '../../../platform/testing/scripted.ts'
import { META } from '../../tool-reply.ts'
import { ledgerSchema, type Ledger } from '../protocol/messages.ts'
import { createDesktopServer } from '../protocol/server.ts'

/** The evidence in English, because the codes say the same. */
export const effectSentence = effectReportSchema.omit({ told: true })

type Parameters = Record<string, unknown>

export interface ScriptedDesktop extends AsyncDisposable {
  platform: ScriptedPlatform
  client: Client
  /** Every ledger that was sent, in order. */
  ledgers: Ledger[]
  /** Gives the raw answer. */
  call(
    name: string,
    parameters?: Parameters,
    meta?: Parameters,
    signal?: AbortSignal,
  ): Promise<CallToolResult>
  /** Gives the value of a call that has to succeed. */
  get(name: string, parameters?: Parameters): Promise<unknown>
  /** Gives the message of a call that has to fail. */
  fail(name: string, parameters?: Parameters): Promise<string>
  observe(parameters?: Parameters): Promise<Observation>
  /** Gives the id of the control with this name, from a fresh observation. */
  id(name: string): Promise<string>
  control(name: string): Promise<Control>
  target(name: string, parameters: Parameters): Promise<TargetDescription>
  /** Resolves the target, acts and verifies, as a dispatcher and an agent do it. */
  act(name: string, parameters: Parameters, within?: number): Promise<EffectReport>
}

/** Chooses the first window. */
export async function scriptedDesktop(windows: ScriptedWindow[]): Promise<ScriptedDesktop> {
  const platform = new ScriptedPlatform(windows)
  const desktop = createDesktopServer(platform)
  const client = new Client({ name: 'test', version: '1' })
  const ledgers: Ledger[] = []
  const [near, far] = InMemoryTransport.createLinkedPair()
  const send = far.send.bind(far)
  // The ledger is recorded when it is sent, because a pipe holds it from then on, whenever the reader reads it.
  far.send = (message, options) => {
    if ('method' in message && message.method === 'deskhand/ledger')
      ledgers.push(ledgerSchema.parse(message.params))
    return send(message, options)
  }
  await Promise.all([desktop.server.connect(far), client.connect(near)])
  let calls = 0
  const call: ScriptedDesktop['call'] = (name, parameters = {}, meta = {}, signal) =>
    client.request(
      { method: 'tools/call', params: { name, arguments: parameters, _meta: meta } },
      CallToolResultSchema,
      { timeout: 300_000, ...(signal ? { signal } : {}) },
    )
  const textOf = (result: CallToolResult): string =>
    result.content[0]?.type === 'text' ? result.content[0].text : ''
  const get = async (name: string, parameters: Parameters = {}): Promise<unknown> => {
    const result = await call(name, parameters)
    if (result.isError === true) throw new Error(textOf(result))
    return z.object({ result: z.unknown() }).parse(result.structuredContent).result
  }
  const observe = async (parameters: Parameters = {}) =>
    observationSchema.parse(await get('observe', parameters))
  const control = async (name: string): Promise<Control> => {
    const found = (await observe()).controls.find((each) => each.name === name)
    if (!found) throw new Error(`There is no control “${name}”.`)
    return found
  }
  const target = async (name: string, parameters: Parameters, callId = `call-${String(++calls)}`) =>
    targetDescriptionSchema.parse(
      await get('resolve_target', { call_id: callId, tool_name: name, parameters }),
    )
  const first = windows[0]
  if (first) {
    const { windows: shown } = await observe()
    const info = shown.find((window) => window.title === first.title)
    await get('select_application_window', { id: info?.id ?? '', name: first.title })
  }
  return {
    platform,
    client,
    ledgers,
    call,
    get,
    observe,
    control,
    target,
    id: async (name) => (await control(name)).id,
    async fail(name, parameters = {}) {
      const result = await call(name, parameters)
      if (result.isError !== true) throw new Error(`${name} did not fail.`)
      return textOf(result)
    },
    async act(name, parameters, within = 0.3) {
      const callId = `call-${String(++calls)}`
      const { fingerprint } = await target(name, parameters, callId)
      const result = await call(name, parameters, {
        [META.callId]: callId,
        [META.expectedTarget]: fingerprint,
      })
      if (result.isError === true) throw new Error(textOf(result))
      return effectSentence.parse(await get('verify_effect', { call_id: callId, within }))
    },
    async [Symbol.asyncDispose]() {
      await desktop[Symbol.asyncDispose]()
      await client.close()
    },
  }
}

/** Makes the window of an application “Notes” in front. */
export const notesWindow = (
  elements: ScriptedElement[],
  fields: Partial<ScriptedWindow> = {},
): ScriptedWindow =>
  scriptedWindow({
    title: 'Notes',
    processName: 'notes',
    active: true,
    elements,
    ...fields,
    bounds: { x: 0, y: 0, width: 640, height: 480 },
  })

/** Clicks the control of that name, and gives what was told of it. */
export const clickOn = async (desktop: ScriptedDesktop, name: string, more = {}): Promise<EffectReport> =>
  desktop.act('click_input', { id: await desktop.id(name), name, ...more })
