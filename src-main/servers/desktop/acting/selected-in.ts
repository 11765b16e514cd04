// Reads what typing into a control would replace.
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformElement } from '../../../platform/platform.ts'
import type { DesktopState } from '../state.ts'
import { TAKES_TEXT } from './click.ts'

/** Reads what typing into a control would replace: what is selected in it while it has the keyboard. */
export async function selectedIn(
  { platform }: Pick<DesktopState, 'platform'>,
  element: PlatformElement | null,
  run: RunControl,
): Promise<string> {
  if (!element || !tellsSelection(element)) return ''
  const focused = await platform.focusedElement(run)
  return focused?.ref === element.ref ? selectedInFocused({ platform }, element, run) : ''
}

/** Does the same for the element that is known to have the keyboard. */
export const selectedInFocused = async (
  { platform }: Pick<DesktopState, 'platform'>,
  focused: PlatformElement,
  run: RunControl,
): Promise<string> => (tellsSelection(focused) ? ((await platform.selectedText(focused.ref, run)) ?? '') : '')

const tellsSelection = ({ role }: PlatformElement): boolean => TAKES_TEXT.has(role) && role !== 'password'
