// The plan of a run as far as its events tell it: what is done, what goes on, what comes.
import type { RunView } from '../../src-preload/contract/run-view.ts'

export interface PlanLine {
  text: string
  state: 'done' | 'failed' | 'current' | 'next'
}

const FAILED = /fail|error/i

/** Of the last round: its finished subtasks, the one that goes on, and what the last decision meant to do after it. */
export function planOf(view: RunView): PlanLine[] {
  const round = view.rounds.at(-1)
  const last = round?.steps.at(-1)
  if (!round || !last) return []
  const finished = round.subtasks.map(({ subtask, status }) => ({
    text: subtask,
    state: FAILED.test(status) ? ('failed' as const) : ('done' as const),
  }))
  if (round.status !== null) return finished
  const planned = round.steps.findLast((step) => step.plan.length > 0)?.plan ?? []
  const current =
    last.subtask !== null && last.subtask.trim() !== '' && !finished.some(({ text }) => text === last.subtask)
      ? [last.subtask]
      : []
  const next = planned.filter((text) => text.trim() !== '' && !current[0]?.includes(text))
  return [
    ...finished,
    // What was begun when the session ended is not going on any more.
    ...current.map((text) => ({
      text,
      state: view.finished_at === null ? ('current' as const) : ('next' as const),
    })),
    ...next.map((text) => ({ text, state: 'next' as const })),
  ]
}
