// Records a finished run as a plan that can be replayed without a model, for `deskhand record`.
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import { openQuestion, outcomeOf, runViewOf, type RunView } from '../../src-preload/contract/run-view.ts'
import { UserError } from '../core/errors.ts'
import { readJournal, unreadableWords } from '../recorder/read-journal.ts'
import { isTimeName, type RunFolder } from '../recorder/run-folder.ts'
import { planFilesIn } from '../session/plan-file.ts'
import {
  isThere,
  PLAN_VERSION,
  planPath,
  plansFolder,
  readRecordedPlan,
  sealedPlan,
  writePlan,
  type PlannedAct,
  type RecordedPlan,
} from './plan-file.ts'
import { isReplayed, Planner } from './planned-acts.ts'
import { actsOf, refusedActs } from './recorded-acts.ts'

/** Makes the plan of a run. Throws UserError for a run that has not succeeded, or that did nothing. */
export const recordedPlanOf = async (folder: RunFolder): Promise<RecordedPlan> =>
  (await recorded(folder)).plan

/** Does the same, and tells whether a person has asked for the run in their own words. */
async function recorded(folder: RunFolder): Promise<{ plan: RecordedPlan; byPerson: boolean }> {
  const { events, unreadable } = await readJournal(folder.eventsPath)
  const view = runViewOf(events)
  const end = endOf(view)
  if (end === null)
    throw new UserError(`The run “${folder.name}” has not ended: only a finished run can be recorded.`)
  if (end !== 'completed') {
    throw new UserError(
      `The run “${folder.name}” ${end === 'stopped' ? 'was stopped' : 'failed'}: a replay would end as it did. Record one that was completed.`,
    )
  }
  const lost = unreadable.map((lines) => `${unreadableWords(lines)} Check that no act is missing.`)
  const shared = {
    values: {},
    windows: {},
    notes: [...lost, ...earlierParts(events), ...refusedNotes(events)],
  }
  const planner = new Planner(folder, shared)
  const steps: string[] = []
  const acts: PlannedAct[] = []
  for (const act of actsOf(events)) {
    if (act.undone !== null) shared.notes.push(`Left out: “${act.words}”, ${act.undone}`)
    if (act.undone !== null || !isReplayed(act.tool)) continue
    acts.push(await planner.plan(act, steps.length))
    steps.push(act.words)
  }
  if (acts.length === 0) throw new UserError(`The run “${folder.name}” did nothing that could be replayed.`)
  const made = {
    version: PLAN_VERSION,
    run: folder.name,
    at: new Date(events.at(-1)?.ts ?? 0).toISOString(),
    ...shared,
    acts,
  } as const
  const plan = { task: requestOf(events), steps, object: '', close: false, recorded: made }
  return { plan, byPerson: isByPerson(events) }
}

/** A session that only waits for its next request has done what it was asked for, and need not be ended for a plan of it. Null: it works. */
function endOf(view: RunView): RunView['status'] | null {
  if (view.finished_at !== null) return view.status
  if (openQuestion(view)?.kind !== 'new_request') return null
  return view.rounds.every((round) => outcomeOf(round, view) !== 'failed') ? 'completed' : 'failed'
}

/** Another's plan, a program and a server are none. */
const isByPerson = (events: readonly SessionEvent[]): boolean =>
  !events.some((event) => event.type === 'run_started' && event.asked_by !== undefined)

interface RecordOptions {
  /** The data folder. */
  home: string
  /** Null: the plan that this run has already, else a new one that is called as the run, or as its request where that has no name. */
  path: string | null
  /** A file that is there may be replaced. */
  replace: boolean
}

/** Writes the plan of a run, and returns where it is. Throws UserError where the file exists already, unless it may be replaced. */
export async function recordRun(
  folder: RunFolder,
  { home, path: given, replace }: RecordOptions,
): Promise<{ plan: RecordedPlan; path: string }> {
  if (given !== null && !replace && (await isThere(given))) {
    throw new UserError(`There is a plan ${given} already. Give another name, or --replace to write it anew.`)
  }
  const { plan, byPerson } = await recorded(folder)
  const path = given ?? (await planOfRun(home, folder.name)) ?? (await freePath(home, plan))
  await writePlan(path, byPerson ? await sealedPlan(home, plan) : plan)
  return { plan, path }
}

/** Finds the plan that was recorded of a run, whatever its person calls it now; null where there is none. */
export async function planOfRun(home: string, run: string): Promise<string | null> {
  for (const path of await planFilesIn(plansFolder(home)).catch(() => [])) {
    const plan = await readRecordedPlan(path).catch(() => null)
    if (plan?.recorded.run === run) return path
  }
  return null
}

const MAX_NAME = 60

/** A name of the plan's own among the plans: that of its run, else the beginning of its request; with a number where another plan has it. */
async function freePath(home: string, { task, recorded: { run } }: RecordedPlan): Promise<string> {
  const words = task
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[^\p{L}\p{N}_]+/u, '')
  const whole = words.length <= MAX_NAME ? words : words.slice(0, MAX_NAME + 1).replace(/\s\S*$/, '')
  const asked = whole.slice(0, MAX_NAME).replace(/(?:\.json|[\s._-])+$/i, '')
  const name = isTimeName(run) ? asked || run : run
  for (let number = 1; ; number++) {
    const path = planPath(home, number === 1 ? name : `${name} ${number}`)
    if (!(await isThere(path))) return path
  }
}

/** One line, because a plan tells what it does in one field. */
const requestOf = (events: readonly SessionEvent[]): string =>
  events
    .flatMap((event) => (event.type === 'round_started' ? event.request.trim() : []))
    .join('\n')
    .replaceAll(/\s*\n\s*/g, '; ')

const refusedNotes = (events: readonly SessionEvent[]): string[] =>
  refusedActs(events).map((act) => `Left out: ${act}`)

/** Notes that a part is missing, because the journal of a run that continues another one has only the later part. */
function earlierParts(events: readonly SessionEvent[]): string[] {
  const continues = events.find((event) => event.type === 'run_started')?.continues ?? null
  return continues === null
    ? []
    : [`This run goes on from “${continues}”: what was done there is not in this plan.`]
}
