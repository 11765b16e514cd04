// Wakes the accessibility bus of a virtual desktop: its session bus starts it when its address is asked for.
import type { EventEmitter } from 'node:events'
import { Message, sessionBus } from '@jellybrick/dbus-next'
import { messageOf, UserError } from '../../core/errors.ts'
import type { RunControl } from '../../core/run-control.ts'

/** Returns when the accessibility bus runs. Throws UserError when the session bus can't start it. */
export async function activateAccessibility(env: Record<string, string>, run: RunControl): Promise<void> {
  const bus = sessionBus({ busAddress: env['DBUS_SESSION_BUS_ADDRESS'] ?? '' })
  const { promise: failed, reject } = Promise.withResolvers<never>()
  // The package's types leave this event out.
  ;(bus as unknown as EventEmitter).on('error', reject)
  failed.catch(() => {})
  const asked = bus.call(
    new Message({
      destination: 'org.a11y.Bus',
      path: '/org/a11y/bus',
      interface: 'org.a11y.Bus',
      member: 'GetAddress',
    }),
  )
  try {
    await run.race(Promise.race([asked, failed]))
  } catch (error) {
    run.throwIfStopped()
    throw new UserError(
      `The accessibility bus could not be started: ${messageOf(error)}. Install at-spi2-core, or ask \`deskhand doctor\`.`,
    )
  } finally {
    bus.disconnect()
  }
}
