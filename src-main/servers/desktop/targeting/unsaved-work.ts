// Finds the windows of a whole desktop whose work would be lost with it. What can't be seen counts as work.
import type { RunControl } from '../../../core/run-control.ts'
import type { Platform, PlatformWindow } from '../../../platform/platform.ts'
import { kindOfProcess } from '../../../safety/applications.ts'
import type { UnsavedWindow } from '../protocol/messages.ts'
import { isTerminal, isUnsaved } from './window-traits.ts'

/** The most controls of a window to check. For a window with more, the answer is unknown. */
const MAX_CONTROLS = 2000

/** Tells whether a window has unsaved work. Changes nothing. With null, the window may be in the middle of something. */
export async function unsavedWork(
  platform: Pick<Platform, 'windows' | 'tree'>,
  run: RunControl,
): Promise<UnsavedWindow[]> {
  const found: UnsavedWindow[] = []
  for (const window of await platform.windows(run)) {
    const unsaved = await workIn(platform, window, run)
    if (unsaved !== false) found.push({ title: window.title, process_name: window.processName, unsaved })
  }
  return found
}

async function workIn(
  platform: Pick<Platform, 'tree'>,
  window: PlatformWindow,
  run: RunControl,
): Promise<boolean | null> {
  const { elements, limited } = await platform.tree(window, { max: MAX_CONTROLS }, run)
  const unsaved = isUnsaved(window, elements)
  if (unsaved === true) return true
  // A command in a terminal may still run, and a dialog may ask about something that does.
  if (isTerminal(window) || window.kind === 'dialog') return null
  const kind = kindOfProcess(window.processName)
  if (kind === 'calculator' || kind === 'viewer') return false
  return limited === null ? unsaved : null
}
