// Waits for the window that a menu or a shortcut opens before a text is typed into it.
import type { Route } from '../core/command.ts'
import type { Context } from '../core/context.ts'
import type { Observation } from '../core/desktop.ts'
import type { RunControl } from '../core/run-control.ts'
import type { ActionRecord } from '../models/input.ts'
import type { DecidedAction } from './decision.ts'
import { lookNow } from './observing.ts'

/** Milliseconds that a program of its own may take to show its window, as GIMP's consoles do. */
const OPENING_MS = 3000
const EVERY_MS = 150

const OPENS: ReadonlySet<string> = new Set(['choose_menu', 'keyboard_input'])
const CHORD = /\+/

/**
 * Waits before a text that follows a menu or a chord whose effect is not known: in the window behind, each letter may be a shortcut. Ends as
 * soon as another window is there, or a field has the keyboard.
 */
export async function untilOpened(
  action: DecidedAction,
  before: ActionRecord | undefined,
  { context, observation, route }: { context: Context; observation: Observation; route: () => Route },
  maxControls: number,
  run: RunControl,
): Promise<void> {
  if (action.function !== 'type_text' || before?.status !== 'success' || before.effect === 'confirmed') return
  const { keys } = before.arguments
  if (!OPENS.has(before.function) || (typeof keys === 'string' && !CHORD.test(keys))) return
  const ids = (windows: typeof observation.windows) => windows.map(({ id }) => id).join()
  await run.until(
    async () => {
      const now = await lookNow(context, route(), maxControls, run)
      if (!now) return true
      const takesText = now.controls.some(
        ({ states }) => states.includes('focused') && states.includes('editable'),
      )
      return takesText || ids(now.windows) !== ids(observation.windows) ? true : null
    },
    OPENING_MS,
    EVERY_MS,
  )
}
