// Decides about a task whose run was cut short: it has ended, goes on, begins again, or waits for a person.
import type { TaskRecord } from '../../src-preload/contract/calls/batch.ts'
import type { RunView } from '../../src-preload/contract/run-view.ts'
import { readRun } from '../recorder/runs.ts'
import { RunFolder } from '../recorder/run-folder.ts'
import { readKept, readResumption } from '../session/kept-resumption.ts'
import { isKnown } from '../session/resumption.ts'
import { mayLast } from './lasting.ts'
import type { Runs } from './runs.ts'
import type { TaskStatus } from './task-status.ts'
import { interruptedRecord, recordOf } from './verdict.ts'

/** The event of a task that was left, by the table of states. */
export type LeftRun =
  /** The work had ended; only the end (or the evaluation) was not recorded. */
  | { event: 'ended'; view: RunView }
  | { event: 'lost_desktop_lives' }
  | { event: 'lost' }
  /** `view`: the run as far as it got; null where that is not known. */
  | { event: 'lost_after_act'; why: string; view: RunView | null }

type Closing = Pick<Runs, 'home' | 'closeRun'>
type Looking = Pick<Runs, 'home' | 'hasDesktop'>

/** A run as the record of a task names it; without `home` it is in this DESKHAND_HOME. */
interface NamedRun {
  run: string
  home?: string | undefined
}

/** Returns null where the run belongs to another home: a run of the same name in this one is another run. */
async function findRun(home: string, { run, home: where = home }: NamedRun): Promise<RunFolder | null> {
  return where === home ? RunFolder.find(home, run).catch(() => null) : null
}

/** Says what is left of a task's run; a run in another DESKHAND_HOME is unknown. */
async function leftOf(runs: Looking, named: NamedRun): Promise<LeftRun> {
  const { home } = runs
  const folder = await findRun(home, named)
  if (folder) return readLeftRun(runs, folder)
  const { run, home: where = home } = named
  const elsewhere = where === home ? ' any more' : `, but in ${where}`
  const why = `What its run “${run}” has done is not known: that is not in ${home}${elsewhere}.`
  return { event: 'lost_after_act', why, view: null }
}

/** Says what is left of a run; changes nothing. */
export async function readLeftRun(runs: Looking, folder: RunFolder): Promise<LeftRun> {
  const unknown = (why: string, known: RunView | null): LeftRun => ({
    event: 'lost_after_act',
    why,
    view: known,
  })
  if (await folder.isOwned()) return unknown('A program still carries it out.', null)
  const before = await readKept(folder)
  const own = await readRun(folder)
  const view = { ...own, continues: own.continues ?? before?.run ?? null }
  // The run was closed after a crash: by a person, or by a batch that was itself killed before it could begin the task again.
  const closed = view.reason === 'lost' && view.status === 'stopped'
  if (view.finished_at !== null && !closed) return { event: 'ended', view }
  const last = view.rounds.at(-1)
  if (last && last.status !== null) {
    const status = last.status === 'FINISH' ? 'completed' : 'failed'
    return { event: 'ended', view: { ...view, status, result: last.result, error: last.error } }
  }
  if (!mayLast(view)) return { event: 'lost' }
  if (closed) return unknown(view.error ?? 'It was closed.', view)
  const resumption = await readResumption(folder, view)
  if (!isKnown(resumption))
    return unknown(`Deskhand ended in the middle of this: ${resumption.unknown}.`, view)
  if (resumption.display === 'host' || (await runs.hasDesktop(folder.name)))
    return { event: 'lost_desktop_lives' }
  return unknown('Its desktop is gone, and what it had saved or sent is not known.', view)
}

/** Returns the outcome of an interrupted task; null where it begins anew. Closes a run that no run continues. */
export async function settleLeft(
  runs: Looking & Closing,
  before: TaskRecord & { run: string },
): Promise<TaskRecord | 'continues' | null> {
  const left = await leftOf(runs, before)
  if (left.event === 'lost_desktop_lives') return 'continues'
  await closeLeft(runs, before)
  if (left.event === 'lost') return null
  if (left.event === 'ended') return recordOf(before.run, left.view)
  return interruptedRecord(before, left.why, left.view)
}

/** Closes the left-over run of a record, and its desktop. */
export async function closeLeft(runs: Closing, { run, home = runs.home }: TaskRecord): Promise<void> {
  if (run !== null && home === runs.home) await runs.closeRun(run).catch(() => {})
}

/** Completes the record of a task whose flag is already set: Deskhand ended between the two writes, and the run has the rest. */
export async function settleFlagged(home: string, status: TaskStatus, task: string): Promise<void> {
  const record = status.record(task)
  if (!status.isDone(task) || record?.state !== 'running' || record.run === null) return
  const folder = await findRun(home, { ...record, run: record.run })
  const told = folder ? recordOf(record.run, await readRun(folder)) : record
  await status.set(task, { ...told, state: 'done', error: null })
}

/** Returns the record of a task that was begun and has no outcome; else null. */
export function cutShort(record: TaskRecord | null): (TaskRecord & { run: string }) | null {
  if (record?.state !== 'running' || record.run === null) return null
  return { ...record, run: record.run }
}
