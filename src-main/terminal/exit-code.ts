// Defines the exit codes by which the command tells the shell how it has ended.
import type { EventOf } from '../../src-preload/contract/events.ts'
import type { Outcome } from '../../src-preload/contract/run-view.ts'

export const EXIT = { completed: 0, failed: 1, usage: 2, stopped: 3, unanswered: 4, unsure: 5 } as const

/** The last event, and the outcome of the last request. */
export type Finished = EventOf<'session_finished'> & { last: Outcome | null }

/** Counts an unsure end as no success. */
export function exitCodeOf(end: Pick<Finished, 'status' | 'reason' | 'last'>): number {
  if (end.reason === 'unanswered') return EXIT.unanswered
  if (end.status === 'completed' && end.last === 'unsure') return EXIT.unsure
  return EXIT[end.status]
}
