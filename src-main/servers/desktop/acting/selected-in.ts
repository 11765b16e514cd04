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
  if (!element || !TAKES_TEXT.has(element.role) || element.role === 'password') return ''
  if ((await platform.focusedElement(run))?.ref !== element.ref) return ''
  return (await platform.selectedText(element.ref, run)) ?? ''
}
