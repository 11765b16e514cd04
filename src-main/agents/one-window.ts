// Says whether a request is about the one window that is open: then nothing must be split or chosen.
import type { InstalledApplication, WindowInfo } from '../core/desktop.ts'
import { fold } from '../matching/fold.ts'
import { wordsAt } from '../matching/words.ts'

/** The least characters of a name; a shorter one (“X”, “R”) may be any word of a request. */
const MIN_NAME = 3
/** A file in a title or a request: `plan.ods`. */
const FILES = /[\p{L}\p{N}_.-]+\.[a-z0-9]{2,5}\b/giu

/** Matches the version at the end of a program's name: `gimp-2.10`. */
const VERSION = /[-_]?\d[\d.]*$/

/** Returns the only window if it is in front and a request names its application or file, and no other application. */
export function windowMeant(
  request: string,
  windows: readonly WindowInfo[],
  applications: readonly InstalledApplication[],
): WindowInfo | null {
  const [only, ...others] = windows.filter(({ kind }) => kind !== 'popup')
  if (!only || others.length > 0 || !only.active || only.minimized || only.kind !== 'normal') return null
  const text = fold(request)
  const isNamed = (name: string) => name.length >= MIN_NAME && wordsAt(text, fold(name)) >= 0
  const own = [only.application, only.process_name, only.process_name.replace(VERSION, '')]
  const files = only.title.match(FILES) ?? []
  if (![...own, ...files].some(isNamed)) return null
  const isOwn = (name: string) => own.some((each) => fold(each) === fold(name))
  return applications.some(({ name }) => !isOwn(name) && isNamed(name)) ? null : only
}
