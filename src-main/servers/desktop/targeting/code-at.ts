// Finds out by what the text of a control is carried out.
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformElement, PlatformWindow } from '../../../platform/platform.ts'
import { kindOfProcess } from '../../../safety/applications.ts'
import { codePlaceOf, type CodePlace } from '../../../safety/code-places.ts'
import type { DesktopState } from '../state.ts'

/** The length of a control's text from which its driver may have cut it. */
const MAX_WHOLE = 500

/** Finds the code place of a control. A console is recognised by the prompt at the end of its text. */
export async function codeAt(
  state: DesktopState,
  window: PlatformWindow,
  element: PlatformElement | null,
  run: RunControl,
): Promise<CodePlace | null> {
  const isText =
    element?.states.includes('multiline') === true && kindOfProcess(window.processName) !== 'office'
  const start = element?.value ?? ''
  const text =
    element && isText && start.length >= MAX_WHOLE ? await state.platform.text(element.ref, run) : start
  return codePlaceOf(window, element, isText ? text : null)
}
