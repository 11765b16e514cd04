// Maximizes, minimizes and restores a window, by what EWMH and ICCCM let a window manager be asked.
import { ToolError } from '../../../core/errors.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { WindowState } from '../../platform.ts'
import { hasState, stateWord } from '../../window-state.ts'
import type { XConnection } from './connection.ts'

/** Milliseconds for the window manager to do it. */
const DONE_MS = 2000
const REMOVE = 0
const ADD = 1
const SOURCE_PAGER = 2
const ICONIC = 3
const HIDDEN = '_NET_WM_STATE_HIDDEN'
const MAXIMIZED = ['_NET_WM_STATE_MAXIMIZED_HORZ', '_NET_WM_STATE_MAXIMIZED_VERT']

export const isMaximized = (states: readonly string[]): boolean =>
  MAXIMIZED.every((each) => states.includes(each))

/** Takes in the window's states as they are now. Throws ToolError where the window manager does not do it. */
export async function setWindowState(
  connection: XConnection,
  window: { id: number; title: string },
  state: WindowState,
  statesNow: () => Promise<readonly string[]>,
  run: RunControl,
): Promise<void> {
  const wasHidden = (await statesNow()).includes(HIDDEN)
  await run.checkpoint()
  if (state === 'minimized') await connection.tellWindowManager(window.id, 'WM_CHANGE_STATE', [ICONIC])
  else {
    // A minimized window comes back as it was before; only one in sight is made smaller.
    if (wasHidden) await connection.tellWindowManager(window.id, '_NET_ACTIVE_WINDOW', [SOURCE_PAGER, 0, 0])
    if (state === 'maximized' || !wasHidden) {
      const [horizontal = 0, vertical = 0] = await Promise.all(MAXIMIZED.map((each) => connection.atom(each)))
      const how = state === 'maximized' ? ADD : REMOVE
      await connection.tellWindowManager(window.id, '_NET_WM_STATE', [
        how,
        horizontal,
        vertical,
        SOURCE_PAGER,
      ])
    }
  }
  const isDone = async (): Promise<true | null> => {
    const states = await statesNow()
    const now = { minimized: states.includes(HIDDEN), maximized: isMaximized(states) }
    return hasState(state, now, wasHidden) ? true : null
  }
  if (!(await run.until(isDone, DONE_MS, 5)))
    throw new ToolError(
      `The window “${window.title}” is not ${stateWord(state)}: it, or the window manager, does not allow it.`,
    )
}
