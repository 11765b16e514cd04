// Makes another machine the place of a run: the device's own gate judges, and its own person is asked.
import { failure, type Command } from '../core/command.ts'
import { treeStateSchema } from '../core/desktop.ts'
import { UserError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import type { RunControl } from '../core/run-control.ts'
import { ReferenceDispatcher } from '../aip/server/device-observation.ts'
import { devicePlaceSchema, PLACE_TOOL, type DevicePlace } from '../aip/device/work.ts'
import type { DeviceLink } from '../aip/server/task.ts'
import { WebSocketCommandDispatcher } from '../aip/server/web-socket-command-dispatcher.ts'
import { chosenStrategy, type Strategy } from '../session/session-factory.ts'
import type { OpenPlace, Place } from './place.ts'

const route = { agent_name: 'HostAgent', process_name: '', root_name: '' }
/** Milliseconds that a device may take to open its desktop. */
const OPEN_MS = 120_000
const LOOK_MS = 20_000

/** Opens the desktop of the device at the other end of this connection. */
export function openDevicePlace(link: DeviceLink, logger: Logger): OpenPlace {
  return async ({ config, sink }, run) => {
    await using borrowed = new AsyncDisposableStack()
    const timeoutMs = config.system.tool_timeout * 1000
    const dispatcher = borrowed.use(new WebSocketCommandDispatcher({ link, sink, logger, timeoutMs }))
    borrowed.defer(run.onPauseChange((paused) => (paused ? dispatcher.pause() : dispatcher.resume())))
    const { device } = link
    const there = await placeOf(dispatcher, link, run)
    const platform = device.info?.platform ?? device.platform
    const owned = borrowed.move()
    return {
      dispatcher: device.deskhand === null ? new ReferenceDispatcher(dispatcher) : dispatcher,
      display: { kind: 'device', name: device.id },
      platform,
      os: osName(there?.os ?? `${platform} ${device.info?.os_version ?? ''}`),
      personHome: there?.home ?? '~',
      applications: () => Promise.resolve([]),
      adopted: true,
      usualStrategy: (control) => usualStrategy(dispatcher, platform, control),
      [Symbol.asyncDispose]: () => owned.disposeAsync(),
    }
  }
}

/** Makes one short line of a device's text, with only the characters of a system's name, because prompts show it unchanged. */
export const osName = (text: string): string =>
  text
    .replaceAll(/[^\p{L}\p{N} ._()/+-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 60)

type Asking = Pick<Place['dispatcher'], 'executeCommands'>

/** Returns null for a device that does not run Deskhand. Throws UserError where it has no desktop to act on. */
async function placeOf(
  dispatcher: Asking,
  { device }: DeviceLink,
  run: RunControl,
): Promise<DevicePlace | null> {
  if (device.deskhand === null) return null
  const result = await ask(dispatcher, PLACE_TOOL, OPEN_MS, run)
  const place = devicePlaceSchema.safeParse(result.result)
  if (result.status === 'success' && place.success) return place.data
  throw new UserError(`The device “${device.id}” can't act: ${result.error ?? 'it says not where it would.'}`)
}

/** Returns the strategy of the reference on a platform; for an unknown one, a single agent. */
function strategyOn(platform: string): Strategy {
  const platformOverride = platform === 'windows' ? 'windows' : 'linux'
  return chosenStrategy({ mode: 'service', platformOverride }) ?? 'single'
}

/** Chooses `host-app` where the windows have control trees. A UFO device is not asked: its platform decides, as in the reference. */
async function usualStrategy(
  dispatcher: Asking,
  platform: string,
  run: RunControl,
): Promise<{ strategy: Strategy; why: string | null }> {
  const asked = await ask(dispatcher, 'check_control_tree', LOOK_MS, run)
  const state = treeStateSchema.safeParse(asked.result)
  if (asked.status !== 'success' || !state.success) {
    return { strategy: strategyOn(platform), why: null }
  }
  const { fault } = state.data
  if (fault === null) return { strategy: 'host-app', why: null }
  return { strategy: 'single', why: `${fault} One agent works by pictures alone (the strategy \`single\`).` }
}

async function ask(dispatcher: Asking, tool_name: string, timeoutMs: number, run: RunControl) {
  const command: Command = { tool_name, parameters: {}, tool_type: 'data_collection' }
  const [result] = await dispatcher.executeCommands([command], { route, timeoutMs }, run)
  return result ?? failure(command, 'tool', 'The device gave no answer.')
}
