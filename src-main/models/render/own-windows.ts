// Lists the windows that an AppAgent may go on in.
import type { WindowInfo } from '../../core/desktop.ts'
import type { AppInput } from '../input.ts'

/** Lists dialogs and pop-ups of the chosen window, and other windows of its process with theirs. */
export function otherWindowsOf({ window, windows }: Pick<AppInput, 'window' | 'windows'>): WindowInfo[] {
  const own = new Set<string>()
  const more = () =>
    windows.filter(
      ({ id, process_name, owner }) =>
        !own.has(id) && (process_name === window?.process_name || (owner !== null && own.has(owner))),
    )
  for (let found = more(); found.length > 0; found = more()) for (const { id } of found) own.add(id)
  return windows.filter(({ id }) => window !== null && id !== window.id && own.has(id))
}
