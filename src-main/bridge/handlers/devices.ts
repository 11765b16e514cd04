// Answers the calls about what this program serves, and connects this desktop to a server that may act on it.
import type { deviceCalls } from '../../../src-preload/contract/calls/devices.ts'
import type { ParsedInput } from '../../../src-preload/contract/calls.ts'
import { StoppedError, UserError } from '../../core/errors.ts'
import { registerSecret } from '../../core/redaction.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { Engine } from '../../engine.ts'
import type { Caller, Handlers } from '../handler.ts'
import type { LiveRuns } from '../live-runs.ts'
import type { Serving } from '../serving.ts'
import { whileHere } from '../while-here.ts'

interface DeviceHandlersOptions {
  engine: Engine
  live: LiveRuns
  serving: Serving
  version: string
}

export function deviceHandlers(options: DeviceHandlersOptions): Handlers<keyof typeof deviceCalls> {
  const { serving } = options
  const connections = new Map<Caller, RunControl>()
  /** Connections that their own window has ended, which is no failure. */
  const left = new WeakSet<RunControl>()
  return {
    list_devices: () => serving.devices.state(),
    serve_devices: (wanted) => serving.serveDevices(wanted),
    stop_serving: async () => {
      await serving.stopServing()
      return {}
    },
    open_page: (wanted) => serving.openPage(wanted),
    send_to_device: ({ device, request }) => ({ task: serving.devices.send(device, request) }),
    connect_device: (wanted, caller) =>
      whileHere(caller, async (run) => {
        if (connections.has(caller))
          throw new UserError('This window has a connection already. End it first.')
        connections.set(caller, run)
        try {
          await connectDevice(wanted, caller, options, run)
        } catch (error) {
          if (!left.has(run)) throw error
        } finally {
          connections.delete(caller)
        }
        return {}
      }),
    disconnect_device: (_, caller) => {
      const run = connections.get(caller)
      if (run) left.add(run)
      run?.stop(new StoppedError('stopped', 'Disconnected by the user.'))
      return {}
    },
  }
}

/** Serves until `run` is stopped. Throws UserError where the server refuses this device, or must not be connected to. */
async function connectDevice(
  wanted: ParsedInput<'connect_device'>,
  caller: Caller,
  { engine, live, version }: DeviceHandlersOptions,
  run: RunControl,
): Promise<void> {
  const [{ DeviceClient }, { connectToServer }, { deviceInfo }, { checkServerAddress }, { readPem }] =
    await Promise.all([
      import('../../aip/device/client.ts'),
      import('../../aip/device/connection.ts'),
      import('../../aip/device/info.ts'),
      import('../../aip/device/addresses.ts'),
      import('../../aip/protocol/pem.ts'),
    ])
  const { aip } = engine.config
  const { id, display, yes_to: yesTo, attended } = wanted
  const server = await checkServerAddress(wanted.address, { allowPrivate: aip.private_address }, run)
  caller.push({
    push: 'connection',
    news: { news: 'connecting', server: server.shown, in_clear: server.inClear },
  })
  const key = await keyFor(server.url, wanted.key, engine)
  const ca = wanted.ca === null ? null : await readPem(wanted.ca)
  const client = new DeviceClient({
    clientId: id,
    info: deviceInfo(id, version, engine.env),
    connect: (control) => connectToServer({ server, key, ca, silence: aip.heartbeat * 1000 }, control),
    open: (task, tell, control) =>
      engine.actFor({ ...task, ...live.adopt(attended, caller), tell, display, yesTo }, control),
    onNews: (news) =>
      caller.push({
        push: 'connection',
        news:
          news.news === 'lost'
            ? { news: 'lost', why: news.why, retry_in_ms: news.retryInMs }
            : { ...news, server: server.shown },
      }),
    logger: engine.logger,
  })
  await client.serve(run)
}

/** Finds the key for a server: the given one; else the one in its address, which is then used alone; else the stored one. */
async function keyFor(url: URL, given: string | null, { keys, config }: Engine): Promise<string | null> {
  const inAddress = url.searchParams.get('token')
  if (inAddress !== null) registerSecret(inAddress)
  if (given !== null) {
    registerSecret(given)
    return given
  }
  if (inAddress !== null) return null
  const [{ SERVER_KEY }, { isKeptFor }] = await Promise.all([
    import('../../aip/protocol/key.ts'),
    import('../../aip/device/addresses.ts'),
  ])
  return isKeptFor(url, config.aip.server) ? keys.get(SERVER_KEY) : null
}
