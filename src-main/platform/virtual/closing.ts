// Closes the applications of a virtual desktop as their close buttons do, so that they put away what they have in use.
import { XConnection } from '../linux/x11/connection.ts'
import type { DesktopRecord } from './record.ts'

/** Milliseconds that applications have to close; one that asks something first is ended without an answer. */
const CLOSE_MS = 1500
const POLL_MS = 20
/** EWMH's value for a request that comes from a tool, not from the application itself. */
const SOURCE_PAGER = 2

/**
 * Returns when no window is left, or when nothing more closes: then the process ids of what stays. Fails silently where the display is
 * gone already.
 */
export async function closeApplications({ env }: DesktopRecord): Promise<number[]> {
  if (!env['DISPLAY']) return []
  try {
    await using connection = await XConnection.open(env)
    const windows = () => connection.numbers(connection.root, '_NET_CLIENT_LIST')
    for (const window of (await windows()).toReversed())
      await connection.tellWindowManager(window, '_NET_CLOSE_WINDOW', [0, SOURCE_PAGER]).catch(() => {})
    const end = performance.now() + CLOSE_MS
    while ((await windows()).length > 0 && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    const left = await Promise.all(
      (await windows()).map((window) => connection.numbers(window, '_NET_WM_PID')),
    )
    return left.flat()
  } catch {
    // The X server has ended before its applications; `endDesktop` ends these, too.
    return []
  }
}
