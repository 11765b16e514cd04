// Makes the line of the history of a run's view.
import type { RunSummary, RunView } from './run-shapes.ts'
import { lastEvaluation, lastOutcome, openQuestion, stepsOf, workedMs } from './run-view.ts'

/** The most applications that a line of the history names. */
const MAX_NAMED = 3

/** Names the applications that the run was in, in the order of their first steps. */
function applicationsOf(view: RunView): string[] {
  const names = stepsOf(view).map(({ application, window }) => application ?? window?.process_name ?? '')
  return [...new Set(names.filter((name) => name !== ''))].slice(0, MAX_NAMED)
}

/** A session is named after what its plan is for, else after its first request. */
export const nameOf = ({ about, rounds }: RunView): string => about ?? rounds[0]?.request ?? ''

export const summaryOf = (view: RunView, alive: boolean): RunSummary => ({
  run: view.run,
  task: view.task,
  request: nameOf(view),
  status: view.finished_at === null && !alive ? 'interrupted' : view.status,
  asks: alive ? (openQuestion(view)?.kind ?? null) : null,
  last: lastOutcome(view),
  strategy: view.strategy,
  display: view.display,
  started_at: view.started_at ?? 0,
  ms: workedMs(view),
  steps: stepsOf(view).length,
  rounds: view.rounds.length,
  applications: applicationsOf(view),
  cost: view.cost,
  result: view.result,
  error: view.error,
  judged: lastEvaluation(view)?.complete ?? null,
  log_path: view.log_path,
  plan: view.plan,
})
