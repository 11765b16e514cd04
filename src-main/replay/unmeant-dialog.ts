// Finds a dialog that was not there when a plan was recorded: no later act is in it, and no earlier act has announced it.
import type { WindowInfo } from '../core/desktop.ts'
import { announcedByKeys, announces, blockingDialogs } from '../matching/dialogs.ts'
import { lastChordName } from '../safety/keys.ts'
import { sameName } from './matching.ts'
import type { PlannedAct } from './plan-file.ts'
import type { Windows } from './resolving.ts'

export interface Progressed {
  done: readonly PlannedAct[]
  ahead: readonly PlannedAct[]
  windows: Windows
  /** Ids of the dialogs that were open before the first act. */
  before: ReadonlySet<string>
}

export function unmeantDialog(
  { done, ahead, windows, before }: Progressed,
  shown: readonly WindowInfo[],
): WindowInfo | null {
  const own = windows.names
  const isMeant = (dialog: WindowInfo): boolean =>
    ahead.some((act) => isIn(act, dialog, windows)) || done.some((act) => isAnnouncedBy(act, dialog))
  const dialogs = blockingDialogs(null, shown).filter(
    (dialog) => (dialog.active || windows.areOf(dialog.process_name)) && !before.has(dialog.id),
  )
  return dialogs.find((dialog) => !own.has(dialog.id) && !isMeant(dialog)) ?? null
}

const isIn = ({ target, window }: PlannedAct, { title }: WindowInfo, windows: Windows): boolean =>
  [target?.window, windows.planned(window)?.title].some((name) => name !== undefined && sameName(title, name))

const isAnnouncedBy = (act: PlannedAct, dialog: WindowInfo): boolean =>
  announces(labelOf(act), dialog) || announcedByKeys(lastChordName(act.parameters['keys']), dialog)

const labelOf = ({ target, parameters }: PlannedAct): string => {
  const path = parameters['path']
  return Array.isArray(path) ? String(path.at(-1) ?? '') : (target?.name ?? '')
}
