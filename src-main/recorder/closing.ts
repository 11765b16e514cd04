// Finds runs that were interrupted, takes them over once, and ends them for good.
import { withFileLock } from '../core/atomic-file.ts'
import { UserError } from '../core/errors.ts'
import type { RunView } from '../../src-preload/contract/run-view.ts'
import { stepsOf } from '../../src-preload/contract/run-view.ts'
import { Journal } from './journal.ts'
import { RunFolder } from './run-folder.ts'
import { readRun } from './runs.ts'

/** Reads an interrupted run. Throws UserError for a run that still goes on or has ended. */
export async function readInterrupted(folder: RunFolder): Promise<RunView> {
  if (await folder.isOwned())
    throw new UserError(`The run “${folder.name}” is still carried out by a program.`)
  const view = await readRun(folder)
  if (view.finished_at !== null) throw new UserError(`The run “${folder.name}” has ended already.`)
  return { ...view, run: folder.name }
}

/**
 * Writes the end of an interrupted run and returns its last state. Only one caller can: the next one, of this program or another, gets the
 * error that the run has ended. Throws UserError.
 */
export async function closeInterrupted(folder: RunFolder, why: string): Promise<RunView> {
  return withFileLock(await folder.plainPath('state/closing'), async () => {
    const view = await readInterrupted(folder)
    using journal = await Journal.open(folder.eventsPath, { run: folder.name })
    journal.emit({
      type: 'session_finished',
      status: 'stopped',
      result: null,
      error: why,
      reason: 'lost',
      steps: stepsOf(view).length,
      rounds: view.rounds.length,
      cost: view.cost,
      log_path: folder.path,
    })
    await journal.sync()
    return view
  })
}

/** Finds the newest run that was interrupted and not closed. Throws UserError when there is none. */
export async function newestInterrupted(home: string): Promise<RunFolder> {
  let newest: { folder: RunFolder; at: number } | null = null
  for (const folder of await RunFolder.all(home)) {
    const view = await readInterrupted(folder).catch(() => null)
    const at = view?.started_at ?? null
    if (at !== null && (newest === null || at > newest.at)) newest = { folder, at }
  }
  if (newest) return newest.folder
  throw new UserError('No run was interrupted. `deskhand runs` lists all.')
}
