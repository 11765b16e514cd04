// A run as a row of moments, one for each act, so that it can be gone through step by step.
import type { ActionView, RunView, StepView } from '../../src-preload/contract/run-view.ts'

export interface Moment {
  round: number
  request: string
  step: StepView
  /** Null for a step that looked and decided, but did not act. */
  action: ActionView | null
}

export const momentsOf = (view: RunView): Moment[] =>
  view.rounds.flatMap(({ round, request, steps }) =>
    steps.flatMap((step): Moment[] =>
      step.actions.length === 0
        ? [{ round, request, step, action: null }]
        : step.actions.map((action) => ({ round, request, step, action })),
    ),
  )

/** How long a moment stays while the replay plays, in milliseconds: as long as it took, within what a person can follow. */
export const stayOf = (moment: Moment): number =>
  Math.min(2_500, Math.max(700, moment.step.ms === null ? 700 : moment.step.ms / 2))

/** Where a key of the keyboard leads; null for one that means nothing here. */
export function afterKey(key: string, index: number, length: number): number | null {
  const last = Math.max(0, length - 1)
  switch (key) {
    case 'ArrowRight':
      return Math.min(last, index + 1)
    case 'ArrowLeft':
      return Math.max(0, index - 1)
    case 'Home':
      return 0
    case 'End':
      return last
    case 'PageDown':
      return Math.min(last, index + 10)
    case 'PageUp':
      return Math.max(0, index - 10)
    default:
      return null
  }
}
