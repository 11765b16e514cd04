// Says what a window shows: the file of an editor, by its title and by what its process was started with; a browser's page.
import { basename, join } from 'node:path'
import type { PlatformElement, PlatformWindow } from '../../../platform/platform.ts'
import { isInBrowserBars } from '../../../safety/facts.ts'
import { ADDRESS_BAR } from '../../../safety/vocabulary.ts'
import { namesFile } from '../../../matching/file-names.ts'
import type { DesktopState } from '../state.ts'
import { absolutePath } from './files.ts'

/** Marks of unsaved work around a name. */
const MARKS = /^[\s*•●]+|[\s*•●]+$/g

/**
 * Gives the path of the file in a window, only its name where no more is known, null for a window without a title. A
 * file that was opened here counts when its name is in the title.
 */
export async function shownDocument(state: DesktopState, window: PlatformWindow): Promise<string | null> {
  const { title, pid } = window
  if (title.trim() === '') return null
  const started = pid === null ? [] : ((await state.platform.filesOpenedBy?.(pid)) ?? [])
  const opened = [...state.openedFiles].toReversed()
  const named = [...opened, ...started].find((path) => namesFile(title, basename(path)))
  if (named !== undefined) return named
  return titlePath(title) ?? titleName(title)
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
