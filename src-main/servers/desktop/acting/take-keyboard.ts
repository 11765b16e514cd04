// Gives the keyboard to a field whose text is set through the tree.
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformElement } from '../../../platform/platform.ts'
import type { DesktopState, Found } from '../state.ts'
import { isReached, PLAIN_CLICK, pointOf } from './click.ts'

/**
 * Gives the keyboard to a field of one line, as far as that can be had: many programs take a text only when the keyboard leaves its field. GTK 4
 * gives it for a click alone.
 */
export async function takeKeyboard(
  state: DesktopState,
  found: Found,
  element: PlatformElement,
  run: RunControl,
): Promise<void> {
  const { ref, role, states } = element
  if (role === 'document' || states.includes('multiline') || states.includes('focused')) return
  if (await state.platform.focus(ref, run)) return
  if (!(await isReached(state, found, element, run))) return
  await state.input.click(await pointOf(state, found, run), PLAIN_CLICK, run)
}
