// Says which file of the person an act would leave without what it holds, though they have not asked for that.
import { basename } from 'node:path'
import { namesFile } from '../matching/file-names.ts'
import { fold } from '../matching/fold.ts'
import { once, type Facts } from './facts.ts'
import { CHANGING } from './meant-files.ts'

/** A file that a save would leave without what it holds, where the person has not named it. */
export const lostUnasked = once((facts): string | null => {
  const { around } = facts
  const lost = around.byCommands ? null : around.lostBySaving(facts)
  return lost === null || around.isMeant(lost) || isTitleMeant(lost, facts) ? null : lost
})

/**
 * Whether the request has the whole title of a window that calls its file otherwise, and wants a change. Programs for notes call a window after
 * the first line of its text; any other title (“Notes”) is that of every note.
 */
function isTitleMeant(path: string, { window, control, dialog, around }: Facts): boolean {
  const [title = ''] = (window?.title ?? '').split(/\s[-–—|]\s/)
  if (dialog || title.length < 3 || namesFile(title, basename(path))) return false
  if (!fold(control?.value ?? '').startsWith(fold(title))) return false
  return around.isWritten(title) && around.isAsked(CHANGING)
}
