// What every command calls: the bridge of its own program, as long as the command needs it.
import type { BridgeClient, ClientOptions } from '../bridge/client.ts'
import { Brake } from './brake.ts'
import { stopFault } from './fault.ts'
import type { Screen } from './output/screen.ts'
import type { Shell } from './shell.ts'

/** A command with a `screen` takes its live line away before the log writes below it. */
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

/** Ctrl+C ends what is waited for, and what that has begun is cleaned up. Throws BridgeError. */
export async function withBridge<T>(shell: Shell, work: (bridge: BridgeClient) => Promise<T>): Promise<T> {
  using brake = new Brake(shell, { live: () => {} })
  await using bridge = await shell.openBridge(clientOptions(shell))
  brake.attach(() => bridge.hangUp())
  const done = await work(bridge)
  if (brake.pulled) throw stopFault()
  return done
}
