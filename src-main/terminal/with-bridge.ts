// Opens the bridge of the command's own program, for as long as the command needs it.
import type { BridgeClient, ClientOptions } from '../bridge/client.ts'
import { Brake } from './brake.ts'
import { stopFault } from './fault.ts'
import type { Screen } from './output/screen.ts'
import type { Shell } from './shell.ts'

/** Removes the live line of a command's `screen` before the log writes below it. */
export function clientOptions(shell: Shell, screen: Pick<Screen, 'live'> | null = null): ClientOptions {
  return {
    env: shell.env,
    version: shell.version,
    printLog: (line) => {
      screen?.live('')
      shell.stderr.write(line)
    },
  }
}

/** Stops waiting at Ctrl+C, and lets running work clean up. Throws BridgeError. */
export async function withBridge<T>(
  shell: Shell,
  work: (bridge: BridgeClient) => Promise<T>,
  options: Pick<ClientOptions, 'lenient'> = {},
): Promise<T> {
  using brake = new Brake(shell, { live: () => {} })
  await using bridge = await shell.openBridge({ ...clientOptions(shell), ...options })
  brake.attach(() => bridge.hangUp())
  const done = await work(bridge)
  if (brake.pulled) throw stopFault()
  return done
}
