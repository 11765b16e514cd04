// Gives the keyboard to a field whose text is set through the tree.
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformElement } from '../../../platform/platform.ts'
import type { DesktopState, Found } from '../state.ts'
import { clickPointOf, isReached, PLAIN_CLICK } from './click.ts'
import { CoveredError } from './uncovered.ts'

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
  try {
    if (!(await isReached(state, found, element, run))) return
    await state.input.click(await clickPointOf(state, found, run), PLAIN_CLICK, run)
  } catch (error) {
    if (!(error instanceof CoveredError)) throw error
  }
}
