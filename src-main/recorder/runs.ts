// Reads the history: what every run folder says of itself.
import { stat } from 'node:fs/promises'
import { runViewOf, type RunSummary, type RunView } from '../../src-preload/contract/run-view.ts'
import { UserError } from '../core/errors.ts'
import { exampleApplications } from '../core/system.ts'
import { RunHistory } from './history/run-history.ts'
import { readEvents } from './read-journal.ts'
import { RunFolder } from './run-folder.ts'

/** Reads the view of one run, from its events. Throws UserError for events that can't be read. */
export const readRun = async (folder: RunFolder): Promise<RunView> =>
  runViewOf(await readEvents(folder.eventsPath))

/** Lists all runs, the newest first. Folders without events, or with broken ones, are named in `unreadable`. */
export const listRuns = (home: string): Promise<{ runs: RunSummary[]; unreadable: string[] }> =>
  new RunHistory(home).list()

/** Finds the newest run that has not ended, of any process of this machine, also one without an event yet. Null when there is none. */
export async function findOpenRun(home: string): Promise<RunFolder | null> {
  const open: { folder: RunFolder; at: number }[] = []
  for (const folder of await RunFolder.all(home)) {
    if (!(await folder.isOwned())) continue
    const view = await readRun(folder).catch(() => null)
    if (typeof view?.finished_at === 'number') continue
    open.push({ folder, at: (await stat(folder.path)).birthtimeMs })
  }
  return open.toSorted((a, b) => b.at - a.at)[0]?.folder ?? null
}

/** Finds a run by its name; without one, the run that began last. */
export async function findRun(home: string, name: string | null): Promise<RunFolder> {
  if (name !== null) return RunFolder.find(home, name)
  const times = await Promise.all(
    (await RunFolder.all(home)).map(async (folder) => {
      const found = await stat(folder.eventsPath).catch(() => null)
      return { folder, at: found?.birthtimeMs ?? 0 }
    }),
  )
  const newest = times.toSorted((a, b) => b.at - a.at)[0]
  if (newest) return newest.folder
  throw new UserError(
    `Nothing has been run yet. Start with: deskhand run "open ${exampleApplications().editor}"`,
  )
}
