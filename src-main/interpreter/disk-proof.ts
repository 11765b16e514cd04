// Says what was found behind what an application shows, against an act: a file that was not written, an item that is only hidden.
import type { ActionRecord } from '../models/input.ts'

const EDITS: ReadonlySet<string> = new Set(['type_text', 'set_edit_text', 'set_toggle', 'select_item'])

/** Says it as the end of a sentence; null where nothing is known against it. `before`, `behind`: the acts around it. */
export function disprovenByDisk(
  { effect, told = [] }: ActionRecord,
  before: readonly ActionRecord[],
  behind: readonly ActionRecord[],
): string | null {
  if (effect === 'confirmed') return null
  const isWritten = (path: string) =>
    behind.some(({ told: later = [] }) =>
      later.some(({ code, parameters }) => code === 'file_written' && parameters['path'] === path),
    )
  const isEdited = before.some(({ function: name }) => EDITS.has(name))
  for (const { code, parameters } of told) {
    const { path = '', said, unsaved } = parameters
    if (isWritten(path)) continue
    if (code === 'file_not_new' && said === 'true')
      return `the application says that it has written ${path}, and there is no such file`
    if (code === 'file_cut') return `${path} has only a part of the text that is shown`
    if (code === 'only_hidden')
      return `${parameters['names'] ?? 'what was to be removed'} is still there, and only hidden`
    // A file that nobody has changed may be left as it is.
    const wasChanged = unsaved === 'true' || isEdited
    if (code === 'wrote_nothing' && isEdited)
      return 'the application says that it has saved, and it has written nothing to any file'
    if (code === 'file_kept' && wasChanged) return `${path} is not written: it is as it was before`
  }
  return null
}
