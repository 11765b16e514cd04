// What a status means and which colour says it.
import type { RunSummary } from '../../src-preload/contract/run-view.ts'
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

/** Whether a program carries it out. */
export const goesOn = (status: Status): boolean =>
  ['waiting', 'running', 'asking', 'paused', 'stopping'].includes(status)
