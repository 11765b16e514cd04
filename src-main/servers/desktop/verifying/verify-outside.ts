// Verifies what an act does outside of the windows: a file on the disk, what is in the clipboard.
import { extname } from 'node:path'
import { seen } from '../../../../src-preload/contract/evidence.ts'
import type { PlatformElement } from '../../../platform/platform.ts'
import type { ActMemory } from '../acting/act-memory.ts'
import { isCutIn } from './fresh-files.ts'
import { modifiedAt, sizeOf } from '../targeting/files.ts'
import { short } from '../targeting/names.ts'
import { isUnsaved } from '../targeting/window-traits.ts'
import type { Look } from './look.ts'
import { holds, isGone, newWindows, open, type Verdict } from './verdict.ts'

/** Verifies a save, a copy or a cut; null for any other act. */
export const doneOutside = async (act: ActMemory, now: Look): Promise<Verdict | null> =>
  (await fileSaved(act, now)) ?? (await copied(act, now))

/** Null for any other act, and where the driver does not tell who takes the clipboard. */
async function copied(act: ActMemory, now: Look): Promise<Verdict | null> {
  if (act.copies === null) return null
  const taken = await now.clipboardTaken()
  if (taken === null) return null
  return taken > act.copies ? holds('copied') : { ...open('not_copied'), wait: true }
}

/** After Save, in a file dialog or of the shown document, verifies that the file is on the disk, newer than before. */
export async function fileSaved(act: ActMemory, now: Look): Promise<Verdict | null> {
  const { window } = act.target
  if (!act.saves || !window) return null
  const { path, modified, inPlace, isSupposed = false } = act.saves
  const written = modifiedAt(path)
  const isWritten = written !== null && written !== modified
  if (isWritten && (inPlace || (await isGone(window, now)))) {
    if (sizeOf(path) === 0 && !(await showsNoText(act, now)))
      return { ...open(seen('file_empty', { path })), wait: true, late: true }
    if (isCutIn(path, act.view?.elements ?? []))
      return { ...open(seen('file_cut', { path })), wait: true, late: true }
    const type = otherType(act.view?.elements ?? [], path)
    const sees = seen('file_written', { path })
    return type === null ? holds(sees) : open([sees, seen('file_type', { value: short(type) })])
  }
  if (isSupposed) return { ...open(), wait: true }
  const asks = (await newWindows(act, now)).some(({ kind }) => kind === 'dialog')
  if (asks && !isWritten) return open(seen('file_asked', { path }))
  // If the document's file is nowhere, it lies in another folder than its title suggested.
  if (inPlace && written === null) return null
  const why = written === null ? 'file_not_new' : 'file_kept'
  // An application may leave a file that nobody has changed as it is.
  const wasUnsaved = isUnsaved(window, null) === true
  const sees = seen(why, { path, ...(wasUnsaved && { unsaved: 'true' }) })
  return { ...open(isWritten ? [] : sees), wait: true, late: !isWritten }
}

/** Whether the document itself is empty, so that its file is, too. */
async function showsNoText(act: ActMemory, now: Look): Promise<boolean> {
  const shown = [...(act.view?.elements ?? []), ...((await now.view())?.elements ?? [])]
  const texts = shown.filter(
    ({ role, states }) => role === 'document' || (role === 'edit' && states.includes('multiline')),
  )
  return texts.length > 0 && texts.every(({ value }) => (value ?? '').trim() === '')
}

/** The patterns in a list of file types: “PNG image (*.png *.PNG)”, “*.csv”. */
const PATTERNS = /\*\.[\w.*]+/g

/**
 * Says which type a dialog has chosen where the name's ending is none of it: many applications then write that type under the name, others
 * go by the name.
 */
function otherType(elements: readonly PlatformElement[], path: string): string | null {
  const ending = extname(path).toLowerCase()
  if (ending === '') return null
  const types = elements.flatMap(({ role, name, value }) =>
    role === 'combo box' ? ([value ?? '', name].find((text) => text.match(PATTERNS)) ?? []) : [],
  )
  const isOther = (type: string) =>
    !(type.match(PATTERNS) ?? []).some((each) => each.endsWith('*') || each.toLowerCase().endsWith(ending))
  return types.length > 0 && types.every(isOther) ? (types[0] ?? null) : null
}
