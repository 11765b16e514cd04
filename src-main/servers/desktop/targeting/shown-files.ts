// Tells which folders a file manager shows, and which files of them an act is about: the item, what is chosen, a new name.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { TargetDescription } from '../../../core/desktop.ts'
import { isFolder, statOf } from '../../../core/stat.ts'
import type { PlatformElement, PlatformWindow } from '../../../platform/platform.ts'
import { isFileManager } from '../../../safety/applications.ts'
import { ITEMS } from '../../../safety/facts.ts'
import type { DesktopState } from '../state.ts'
import { folderAt, home } from './files.ts'

type ShownFiles = Pick<TargetDescription, 'folders' | 'items'> & { renamed: string | null }
const NONE: ShownFiles = { folders: null, items: null, renamed: null }

/** The most folders of the home to search for one that a title names, and how deep. */
const MAX_FOLDERS = 2000
const MAX_DEPTH = 3
const MAX_ENTRY_BYTES = 64 * 1024

/** Lists the files that a window shows. `typed` is the text that the act itself enters. */
export async function shownFiles(
  state: DesktopState,
  window: PlatformWindow | null,
  element: PlatformElement | null,
  typed: string,
): Promise<ShownFiles> {
  if (!window || !isFileManager(window.processName)) return NONE
  const { lastView } = state
  // A context menu is a window of its own. What it is about is chosen in the one that it was opened in.
  const isOfMenu = window.kind === 'popup' && window.pid !== null && lastView?.window.pid === window.pid
  const shown = isOfMenu ? lastView.window : window
  const view = lastView?.window.handle === shown.handle ? lastView.elements : []
  const folders = await foldersOf(state, shown, view)
  const item = element && ITEMS.has(element.role) ? [element] : view.filter(isChosen)
  const edits = [
    ...(element?.role === 'edit' ? [element] : []),
    ...view.filter(({ role }) => role === 'edit'),
  ]
  const name = typed.trim() === '' ? (edits[0]?.value ?? '').trim() : typed.trim()
  const isName = (window.kind === 'dialog' || element?.role === 'edit') && name !== '' && !name.includes('/')
  return {
    folders,
    items: item.flatMap(({ name: shown }) => folders.flatMap((folder) => fileShownAs(folder, shown) ?? [])),
    renamed: isName ? join(folders[0] ?? '', name) : null,
  }
}

const isChosen = ({ role, states }: PlatformElement): boolean =>
  ITEMS.has(role) && states.includes('selected')

/** Finds the folder among those opened here, by a path in the window, else by every folder of the home named like its title. */
async function foldersOf(
  state: DesktopState,
  { pid, title }: PlatformWindow,
  view: readonly PlatformElement[],
): Promise<string[]> {
  const shown = view
    .filter(({ role }) => role === 'edit' || role === 'combo box')
    .flatMap(({ value }) => folderAt(value ?? '') ?? [])
  if (shown.length > 0) return shown
  const name = (title.split(/\s[-–—|]\s/)[0] ?? '').trim()
  const started = pid === null ? [] : ((await state.platform.filesOpenedBy?.(pid)) ?? [])
  const known = [...state.openedFiles, ...started].filter((path) => basename(path) === name && isFolder(path))
  return [...new Set([...known, ...(name === '' ? [] : foldersCalled(name))])]
}

/** Finds folders of that name, including hidden ones. */
export function foldersCalled(name: string): string[] {
  const found: string[] = []
  let level = [home()]
  let seen = 0
  if (name === basename(home())) found.push(home())
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const next: string[] = []
    for (const folder of level) {
      if (seen++ > MAX_FOLDERS) return found
      for (const entry of foldersIn(folder)) {
        next.push(join(folder, entry))
        if (entry === name) found.push(join(folder, entry))
      }
    }
    level = next
  }
  return found
}

const foldersIn = (folder: string): string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((each) =>
      each.isDirectory() ? each.name : [],
    )
  } catch {
    return []
  }
}

/** Finds a file by its shown name, because a desktop entry is shown by the name in it. */
function fileShownAs(folder: string, name: string): string | null {
  const path = join(folder, name)
  if (statOf(path) !== null) return path
  try {
    const entries = readdirSync(folder).filter((each) => each.endsWith('.desktop'))
    const found = entries.find(
      (each) =>
        (statOf(join(folder, each))?.size ?? Infinity) < MAX_ENTRY_BYTES &&
        namesOf(readFileSync(join(folder, each), 'utf8')).includes(name),
    )
    return found === undefined ? null : join(folder, found)
  } catch {
    return null
  }
}

const namesOf = (entry: string): string[] =>
  [...entry.matchAll(/^Name(?:\[[^\]]*\])?\s*=\s*(.*?)\s*$/gm)].map(([, name = '']) => name)
