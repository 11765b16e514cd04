// Tells whether a window was opened by an application that has just been started.
import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LaunchResult, PlatformWindow } from '../../../platform/platform.ts'
import { statOf } from '../../../core/stat.ts'
import { headOf } from '../../../safety/program-files.ts'
import { Label } from '../../../matching/label.ts'

const words = (text: string): string[] => new Label(text).tokens.filter((word) => word.length > 2)

/** Whether all words of one are words of the other: “Calculator” and “gnome-calculator”, not “gnome-clocks”. */
function sameApplication(one: string, other: string): boolean {
  const [few = [], many = []] = [words(one), words(other)].toSorted((a, b) => a.length - b.length)
  return few.length > 0 && few.every((word) => many.includes(word))
}

/** Judges by the window's process, else by the names of process and application, or a file's name (not folder) in the title. */
export function belongsToLaunch(
  window: PlatformWindow,
  launched: LaunchResult,
  asked: readonly string[],
): boolean {
  if (window.kind === 'popup') return false
  if (launched.pid !== null && window.pid === launched.pid) return true
  const files = asked.filter((word) => word.includes('/')).map(fileName)
  if (files.some((file) => file !== '' && window.title.includes(file))) return true
  const [name = ''] = asked
  const called = [launched.application, ...(name.includes('/') ? [] : [name])]
  return called.some((each) =>
    [window.application, window.processName].some((own) => sameApplication(each, own)),
  )
}

/** Finds a file that the application may have left aside: it is not said to open any, and the title does not name it. */
export function leftAside(
  window: PlatformWindow,
  launched: LaunchResult,
  asked: readonly string[],
): string | null {
  if (!launched.takesNoFiles) return null
  const isNamed = (given: string) => {
    const title = pageTitle(given)
    return window.title.includes(fileName(given)) || (title !== null && window.title.includes(title))
  }
  const left = asked.find((given) => fileName(given) !== '' && !isNamed(given))
  return left === undefined ? null : fileName(left)
}

const PAGE = /\.x?html?$/iu
/** Characters of the shortest title that names a page. */
const LEAST_TITLE = 3

/** Gives the title that a page on the disk has of its own, where it stands at its beginning; null for any other file, and for one without. */
function pageTitle(given: string): string | null {
  const path = given.startsWith('file:') ? pathOf(given) : given
  if (path === null || !isAbsolute(path) || !PAGE.test(path) || statOf(path)?.isFile() !== true) return null
  const title = /<title[^>]*>([^<&]*)<\/title>/iu.exec(headOf(path)?.toString() ?? '')?.[1]
  const words = title?.replaceAll(/\s+/gu, ' ').trim() ?? ''
  return words.length >= LEAST_TITLE ? words : null
}

function pathOf(address: string): string | null {
  try {
    return fileURLToPath(address)
  } catch {
    return null
  }
}

/** The last part of a path or address, as titles show it. */
const fileName = (word: string): string => {
  const last = word.replace(/\/+$/, '').split('/').at(-1) ?? ''
  try {
    return word.startsWith('file:') ? decodeURIComponent(last) : last
  } catch {
    return last
  }
}

export interface Launched extends LaunchResult {
  /** Id of its window, null when none has opened. */
  window: string | null
  /** The text of the dialog that has opened instead. */
  says: string | null
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** Reads the result of `launch_application` or `run_shell`; null for anything else. */
export function launchOf(result: unknown): Launched | null {
  const { application, pid, window, says, takesNoFiles, byKeyword } = record(result)
  if (typeof application !== 'string') return null
  const { id } = record(window)
  return {
    application,
    pid: typeof pid === 'number' ? pid : null,
    window: typeof id === 'string' ? id : null,
    says: typeof says === 'string' ? says : null,
    ...(takesNoFiles === true && { takesNoFiles }),
    ...(byKeyword === true && { byKeyword }),
  }
}
