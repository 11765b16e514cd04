// Wakes the accessibility bus of a virtual desktop: its session bus starts it when its address is asked for.
import { messageOf, UserError } from '../../core/errors.ts'
import type { RunControl } from '../../core/run-control.ts'
import { accessibilityAddress } from '../linux/atspi/address.ts'

/** Milliseconds that a session bus itself gives a service to start. */
const START_MS = 25_000

/** Returns when the accessibility bus runs. Throws UserError when the session bus can't start it. */
export async function activateAccessibility(env: Record<string, string>, run: RunControl): Promise<void> {
  try {
    await accessibilityAddress(env['DBUS_SESSION_BUS_ADDRESS'] ?? '', START_MS, run)
  } catch (error) {
    run.throwIfStopped()
    throw new UserError(
      `The accessibility bus could not be started: ${messageOf(error)}. Install at-spi2-core, or ask \`deskhand doctor\`.`,
    )
  }
}
