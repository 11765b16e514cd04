// Lists the windows that an AppAgent may go on in.
import type { WindowInfo } from '../../core/desktop.ts'
import type { AppInput } from '../input.ts'

/**
 * Lists dialogs and pop-ups of the chosen window, and other windows of its process with theirs. What has opened since the subtask began is its
 * own, too: a plug-in of GIMP is a process of its own.
 */
export function otherWindowsOf({
  window,
  windows,
  windows_before: before = windows.map(({ id }) => id),
}: Pick<AppInput, 'window' | 'windows' | 'windows_before'>): WindowInfo[] {
  const own = new Set(windows.filter(({ id }) => !before.includes(id)).map(({ id }) => id))
  const more = () =>
    windows.filter(
      ({ id, process_name, owner }) =>
        !own.has(id) && (process_name === window?.process_name || (owner !== null && own.has(owner))),
    )
  for (let found = more(); found.length > 0; found = more()) for (const { id } of found) own.add(id)
  return windows.filter(({ id }) => window !== null && id !== window.id && own.has(id))
}
