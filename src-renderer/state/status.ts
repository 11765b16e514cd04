// Says what a status means and which colour shows it.
import { summaryOf } from '../../src-preload/contract/run-summary.ts'
import {
  emptyRunView,
  lastOutcome,
  openQuestion,
  type RunSummary,
  type RunView,
} from '../../src-preload/contract/run-view.ts'
import type { Meaning } from '../ui/dot.tsx'

export type Status = RunSummary['status']

const MEANINGS: Record<Status, Meaning> = {
  waiting: 'agent',
  running: 'agent',
  asking: 'you',
  paused: 'you',
  stopping: 'agent',
  completed: 'good',
  failed: 'bad',
  stopped: 'none',
  interrupted: 'you',
}
export const meaningOf = (status: Status): Meaning => MEANINGS[status]

type Shown = Pick<RunSummary, 'status' | 'asks' | 'last'>
export type StatusWord = Status | 'ready' | 'unsure'

export const shownOf = (view: RunView): Shown => ({
  status: view.status,
  asks: openQuestion(view)?.kind ?? null,
  last: lastOutcome(view),
})

/** Tells whether a run has nothing to do until it is given its next request. */
export const waitsForRequest = ({ status, asks }: Pick<Shown, 'status' | 'asks'>): boolean =>
  status === 'asking' && asks === 'new_request'

/** Returns the word of `status.*` in the locales; `ready`: it waits for a next request, and the last one is done. */
export function wordOfRun(run: Shown): StatusWord {
  const { status, last } = run
  if (!waitsForRequest(run)) return status === 'completed' && last === 'unsure' ? 'unsure' : status
  return last === 'failed' || last === 'unsure' ? last : 'ready'
}

export function meaningOfRun(run: Shown): Meaning {
  const word = wordOfRun(run)
  return word === 'ready' ? 'good' : word === 'unsure' ? 'you' : meaningOf(word)
}

/** Tells whether a program carries out the run. */
export const goesOn = (status: Status): boolean =>
  ['waiting', 'running', 'asking', 'paused', 'stopping'].includes(status)

/**
 * Returns the run for the header and its brake: the shown one, by its name, even before it has a line; if the shown one is not running, the
 * newest running one, which the header names.
 */
export function brakedRun(
  runs: readonly RunSummary[],
  shown: string | null,
  live: readonly string[] = [],
): RunSummary | null {
  const going = runs.filter((run) => goesOn(run.status))
  const inSight = going.find((run) => run.run === shown)
  if (inSight) return inSight
  // A run that has just begun has no line yet, but it can be stopped, and no other run may be stopped in its place.
  const begun = live.filter((run) => !runs.some((line) => line.run === run))
  const starting = begun.find((run) => run === shown)
  if (starting === undefined && going[0]) return going[0]
  const run = starting ?? begun[0]
  return run === undefined ? null : { ...summaryOf(emptyRunView(), true), run }
}

/** The run that was terminated last, and when (milliseconds of the page's clock). */
export interface Pressed {
  run: string
  at: number
}

/** Milliseconds within which a second press on Terminate belongs to the first. */
const SAME_WISH_MS = 1_500

/** Tells whether a press that would end another run is the second half of a double press, because the first run has ended in between. */
export const isSecondPress = (last: Pressed, run: string, now: number): boolean =>
  last.run !== run && now - last.at < SAME_WISH_MS
