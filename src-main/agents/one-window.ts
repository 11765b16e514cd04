// Says whether a request is about the one window that is open: then nothing must be split or chosen.
import type { InstalledApplication, WindowInfo } from '../core/desktop.ts'
import { fold } from '../matching/fold.ts'
import { wordsAt } from '../matching/words.ts'

/** The least characters of a name; a shorter one (“X”, “R”) may be any word of a request. */
const MIN_NAME = 3
/** A file in a title or a request: `plan.ods`. */
const FILES = /[\p{L}\p{N}_.-]+\.[a-z0-9]{2,5}\b/giu

const PATHS = /(?:file:\/\/|~|\.{1,2})?\/[^\s,;:)`"”]+/g

/** Matches the version at the end of a program's name: `gimp-2.10`. */
const VERSION = /[-_]?\d[\d.]*$/

/**
 * Returns the only window if it, or a dialog of its own, is in front and a request names its application or file, and no other application.
 * Where nothing is handed on (`isOpen`), it is enough that no other is named: an agent that can open one looks into the only window at once.
 */
export function windowMeant(
  request: string,
  windows: readonly WindowInfo[],
  applications: readonly InstalledApplication[],
  isOpen = false,
): WindowInfo | null {
  const open = windows.filter(({ kind }) => kind !== 'popup')
  const [only, ...others] = open.filter(({ kind }) => kind === 'normal')
  if (!only || others.length > 0 || only.minimized || !open.some(({ active }) => active)) return null
  if (open.some(({ process_name }) => process_name !== only.process_name)) return null
  const text = fold(request)
  const isNamed = (name: string) => name.length >= MIN_NAME && wordsAt(text, fold(name)) >= 0
  const own = [only.application, only.process_name, only.process_name.replace(VERSION, '')]
  const files = only.title.match(FILES) ?? []
  if (!isOpen && ![...own, ...files].some(isNamed)) return null
  // A folder of a path (~/Music) is no application.
  const words = request.replace(PATHS, ' ')
  const isOwn = (name: string) => own.some((each) => fold(each) === fold(name))
  const isOther = (name: string) => !isOwn(name) && isNamed(name) && isCalled(words, name)
  return applications.some(({ name }) => isOther(name)) ? null : only
}

/** Words after which a name is one, however it is written. */
const OPENERS =
  /(?:^|\s)(?:open|launch|start|run|use|using|with|in|into|to|from|öffne|starte|mit)(?:\s+the)?\s+$/i

/**
 * Whether a name is written as one, or follows a word that opens or uses something: “four rectangles” are not the application
 * Rectangles, “open gimp” is GIMP.
 */
function isCalled(request: string, name: string): boolean {
  if (request.includes(name)) return true
  const at = request.toLowerCase().indexOf(name.toLowerCase())
  return at >= 0 && OPENERS.test(request.slice(0, at))
}
