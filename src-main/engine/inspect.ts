// Looks without a run: at what each Computer offers, the windows of a desktop, and the controls of a window.
import { z } from 'zod'
import type { Config } from '../../src-preload/contract/config.ts'
import type { Command, MCPToolInfo, Result } from '../core/command.ts'
import {
  controlSchema,
  observationSchema,
  treeStateSchema,
  windowInfoSchema,
  type Control,
  type Observation,
  type WindowInfo,
} from '../core/desktop.ts'
import { UserError } from '../core/errors.ts'
import type { EventSink } from '../core/event-sink.ts'
import type { RunControl } from '../core/run-control.ts'
import type { Gate } from '../safety/gate.ts'
import type { Stack } from './stack.ts'

/** Refuses every act, because a look never acts. */
export const closedGate: Gate = {
  prepare: () => Promise.resolve(),
  judge: () => ({
    decision: 'refuse',
    categories: [],
    rule: 'looking only',
    reason: 'Nothing acts while looking.',
  }),
  admit: () =>
    Promise.resolve({
      admitted: false,
      user_confirm: null,
      decision: 'refuse',
      categories: [],
      rule: 'looking only',
      reason: 'Nothing acts while looking.',
    }),
}

/** Records nothing, because a look is not recorded. */
export const noSink: EventSink = {
  emit: () => {
    throw new Error('Looking has no events.')
  },
  sync: () => Promise.resolve(),
  subscribe: () => () => {},
}

const route = { agent_name: 'HostAgent', process_name: '', root_name: '' }

const look = async <T>(
  stack: Stack,
  tool_name: string,
  parameters: Record<string, unknown>,
  schema: z.ZodType<T>,
  run: RunControl,
) => {
  const command: Command = { tool_name, parameters, tool_type: 'data_collection' }
  const [result] = await stack.dispatcher.executeCommands([command], { route, timeoutMs: 20_000 }, run)
  return schema.parse(valueOf(result))
}

const valueOf = (result: Result | undefined): unknown => {
  if (result?.status === 'success') return result.result
  throw new UserError(result?.error ?? 'The desktop gave no answer.')
}

/** Says why no window of the desktop can have a control tree; null where they can. */
export const treeFault = async (stack: Stack, run: RunControl): Promise<string | null> =>
  (await look(stack, 'check_control_tree', {}, treeStateSchema, run)).fault

export const listWindows = (stack: Stack, run: RunControl): Promise<WindowInfo[]> =>
  look(stack, 'get_desktop_app_info', { remove_empty: false }, z.array(windowInfoSchema), run)

/** Finds a window by id, title, application or process, else the active one. Throws UserError that lists them. */
export function findWindow(windows: WindowInfo[], query: string | null): WindowInfo {
  const wanted = query?.trim().toLowerCase() ?? ''
  const found =
    wanted === ''
      ? (windows.find((window) => window.active) ?? windows[0])
      : (windows.find((window) => window.id === query) ??
        windows.find((window) =>
          [window.title, window.application, window.process_name].some((name) =>
            name.toLowerCase().includes(wanted),
          ),
        ))
  if (found) return found
  const names = windows.map((window) => `${window.id} “${window.title}” (${window.process_name})`).join(', ')
  throw new UserError(
    names === '' ? 'No window is open on this desktop.' : `No window fits “${query}”. There are: ${names}.`,
  )
}

/** Reads the desktop, and the window of this id, without touching anything. */
export const observe = (
  stack: Stack,
  parameters: { window_id: string | null; controls?: boolean; picture?: 'none' | 'window' },
  run: RunControl,
): Promise<Observation> => look(stack, 'observe', parameters, observationSchema, run)

/** Reads the controls of a window without touching it: neither the focus nor the chosen window changes. */
export async function readTree(
  stack: Stack,
  query: string | null,
  run: RunControl,
): Promise<{ window: WindowInfo; controls: Control[]; limited: string | null }> {
  const window = findWindow(await listWindows(stack, run), query)
  const observation = await observe(stack, { window_id: window.id }, run)
  return {
    window,
    controls: z.array(controlSchema).parse(observation.controls),
    limited: observation.limited,
  }
}

/** Lists the tools that the Computer of every configured agent and root offers. */
export function listTools(
  stack: Stack,
  config: Config,
  run: RunControl,
): Promise<{ agent: string; root: string; tools: MCPToolInfo[] }[]> {
  const places = Object.entries(config.mcp).flatMap(([agent, roots]) =>
    Object.keys(roots).map((root) => ({ agent, root })),
  )
  return Promise.all(
    places.map(async ({ agent, root }) => {
      const of = { agent_name: agent, process_name: '', root_name: root === 'default' ? '' : root }
      return { agent, root, tools: await stack.dispatcher.listTools(of, null, run) }
    }),
  )
}
