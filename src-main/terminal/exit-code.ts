// What the command tells the shell that started it.
import type { EventOf } from '../../src-preload/contract/events.ts'

export const EXIT = { completed: 0, failed: 1, usage: 2, stopped: 3, unanswered: 4 } as const

export function exitCodeOf(end: Pick<EventOf<'session_finished'>, 'status' | 'reason'>): number {
  if (end.reason === 'unanswered') return EXIT.unanswered
  return EXIT[end.status]
}
