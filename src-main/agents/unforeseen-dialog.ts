// Stops a reply at a dialog that one of its acts has opened and that its next act was not decided for.
import type { Route } from '../core/command.ts'
import type { Context } from '../core/context.ts'
import type { Observation } from '../core/desktop.ts'
import type { RunControl } from '../core/run-control.ts'
import { announces, withoutBlocked } from '../matching/dialogs.ts'
import type { ActionRecord } from '../models/input.ts'
import type { DecidedAction } from './decision.ts'
import { isForeseen } from './foreseen.ts'
import { CHANGES, labelOfAct } from './late-effects.ts'
import { lookNow } from './observing.ts'

/** Tools that act on what is on the screen. */
const BY_HAND: ReadonlySet<string> = new Set([...CHANGES, 'wheel_mouse_input'])

interface Looking {
  context: Context
  observation: Observation
  route: () => Route
}

/**
 * Says why the next act has to wait: a message has come that nobody announced, and its keys and clicks would answer it; or its control lies behind a
 * dialog that takes all input. Null where it may go on. An act that names its control without an id was decided for what opens.
 */
export async function unforeseenDialog(
  next: DecidedAction,
  before: ActionRecord,
  { context, observation, route }: Looking,
  maxControls: number,
  run: RunControl,
): Promise<string | null> {
  if (!BY_HAND.has(next.function) || isForeseen(next)) return null
  const opened = (before.told ?? []).find(
    ({ code, parameters }) => (code === 'opened' && parameters['kind'] === 'dialog') || code === 'asks_first',
  )
  if (!opened) return null
  const { name: title = '', says = '' } = opened.parameters
  if (says !== '' && !announces(labelOfAct(before), { title, says }))
    return `“${title || says}” has opened, which was not foreseen: it says “${says}”`
  const { id } = next.arguments
  const aimed = observation.controls.find((control) => control.id === String(id))
  if (!aimed) return null
  const now = await lookNow(context, route(), maxControls, run)
  const isBehind = now !== null && withoutBlocked([aimed], now.windows).length === 0
  return isBehind ? `“${title}” has opened and keeps “${aimed.name}” from being used` : null
}
