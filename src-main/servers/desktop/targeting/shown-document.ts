// Says what a window shows: the file of an editor, by its title and by what its process was started with; a browser's page.
import { basename, join } from 'node:path'
import type { PlatformElement, PlatformWindow } from '../../../platform/platform.ts'
import { isInBrowserBars } from '../../../safety/facts.ts'
import { ADDRESS_BAR } from '../../../safety/vocabulary.ts'
import { namesFile } from '../../../matching/file-names.ts'
import { statOf } from '../../../core/stat.ts'
import type { DesktopState } from '../state.ts'
import { absolutePath } from './files.ts'

/** Marks of unsaved work around a name. */
const MARKS = /^[\s*•●]+|[\s*•●]+$/g

/**
 * Gives the path of the file in a window, only its name where no more is known, null for a window without a title. A
 * file that was opened here counts when its name is in the title.
 */
export async function shownDocument(state: DesktopState, window: PlatformWindow): Promise<string | null> {
  const { title } = window
  if (title.trim() === '') return null
  const named = (await openedFor(state, window)).find((path) => namesFile(title, basename(path)))
  if (named !== undefined) return named
  return titlePath(title) ?? titleName(title)
}

/** Lists what was opened here, the newest first, and what the window's process was started with. */
async function openedFor(state: DesktopState, window: PlatformWindow): Promise<string[]> {
  return [...[...state.openedFiles].toReversed(), ...(await startedWith(state, window))]
}

const startedWith = async (state: DesktopState, { pid }: PlatformWindow): Promise<string[]> =>
  pid === null ? [] : ((await state.platform.filesOpenedBy?.(pid)) ?? [])

/** Finds the only file that a window's process was started with: many applications name no file in their title. */
export async function supposedDocument(state: DesktopState, window: PlatformWindow): Promise<string | null> {
  const [only, ...others] = [...new Set(await startedWith(state, window))].filter(
    (path) => statOf(path)?.isFile() === true,
  )
  return others.length === 0 ? (only ?? null) : null
}

/** `~/notes.txt – Editor`, `notes.txt (~/Documents) - gedit`. */
function titlePath(title: string): string | null {
  const whole = /(?:^|[\s*"(])((?:~|\/)[^"()]*?)\)?(?=$|\s+[-–—|]\s|")/.exec(title)?.[1]?.replace(MARKS, '')
  const inFolder = /^[\s*•●]*(.+?)[\s*•●]*\s\(((?:~|\/)[^)]*)\)/.exec(title)
  const [, name, folder] = inFolder ?? []
  const path = name !== undefined && folder !== undefined ? join(folder, name) : whole
  return path === undefined ? null : absolutePath(path)
}

const titleName = (title: string): string | null => {
  const name = (title.split(/\s[-–—|]\s/)[0] ?? '').replace(MARKS, '')
  return name === '' ? null : name
}

/** Reads the address bar of a browser's window; a page can't draw over the bars. Null for other windows. */
export function pageShown(window: PlatformWindow, elements: PlatformElement[]): string | null {
  const bar = elements.find(
    ({ role, name, bounds }) =>
      (role === 'edit' || role === 'combo box') &&
      ADDRESS_BAR.test(name) &&
      isInBrowserBars(bounds.y + bounds.height / 2, window.bounds),
  )
  return bar?.value ?? null
}
