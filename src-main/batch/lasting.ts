// Says which acts leave something behind that outlives their desktop.
import { stepsOf, type ActionView, type RunView } from '../../src-preload/contract/run-view.ts'

/** Acts that only look, choose or open. */
const LEAVES_NOTHING = new Set([
  'launch_application',
  'select_application_window',
  'texts',
  'wait',
  'wait_for_control',
])
/** Says whether another machine can begin anew after this act: where its desktop ends with it, nothing is left. */
export const onlyOpens = (toolName: string): boolean => LEAVES_NOTHING.has(toolName)

/** Acts whose text is only in an application’s memory, unless it has an Enter. */
const TYPES = new Set(['type_text', 'set_edit_text'])

/** Keys that only move or select. */
const GOES = /^((ctrl|shift)\+)*(home|end|left|right|up|down|page_?up|page_?down|prior|next)$|^ctrl\+a$/i

/**
 * Tells whether a run has started something that may still exist: everything but what is known to be gone. Typed text is gone with a
 * virtual desktop, but not on the person's own. A run continues another one only if that one has done something that lasts.
 */
export function mayLast(view: RunView): boolean {
  if (view.continues !== null) return true
  const stays = view.display?.kind !== 'virtual'
  const acts = stepsOf(view).flatMap(({ actions }) => actions)
  return acts.some((act) => act.status !== 'waiting' && !leavesNothing(act, stays))
}

function leavesNothing(
  { tool_name, parameters: { text, enter, keys } }: ActionView,
  stays: boolean,
): boolean {
  if (tool_name === 'keyboard_input') return typeof keys === 'string' && GOES.test(keys)
  if (TYPES.has(tool_name))
    return !stays && enter !== true && typeof text === 'string' && !/[\r\n]/.test(text)
  return LEAVES_NOTHING.has(tool_name)
}
