// Asks a session bus for the address of its accessibility bus, which it starts when it is first asked.
import { ToolError } from '../../../core/errors.ts'
import type { RunControl } from '../../../core/run-control.ts'
import { Bus, isFailure } from '../dbus/bus.ts'

/** Takes in `session` the addresses of the session bus. Throws ToolError when that gives none within `deadlineMs`. */
export async function accessibilityAddress(
  session: string,
  deadlineMs: number,
  run: RunControl,
): Promise<string> {
  using bus = await Bus.connect(session, run)
  const question = {
    destination: 'org.a11y.Bus',
    path: '/org/a11y/bus',
    interface: 'org.a11y.Bus',
    member: 'GetAddress',
    signature: '',
    body: [],
  }
  const reply = await run.race(bus.call(question, { deadlineMs }))
  if (isFailure(reply)) throw new ToolError(reply.message)
  return reply.body.string()
}
