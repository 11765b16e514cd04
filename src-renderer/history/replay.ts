// Arranges a run as a row of moments, one for each act, so that a person can go through it step by step.
import type { ActionView, RunView, StepView } from '../../src-preload/contract/run-view.ts'

export interface Moment {
  round: number
  request: string
  step: StepView
  /** The act; null for a step that observed and decided, but did not act. */
  action: ActionView | null
  /** The step with the newest picture by then: this one, or an earlier one; null before the first picture. */
  seen: StepView | null
}

export function momentsOf(view: RunView): Moment[] {
  let seen: StepView | null = null
  const moments: Moment[] = []
  for (const { round, request, steps } of view.rounds) {
    for (const step of steps) {
      if (step.picture !== null) seen = step
      const actions = step.actions.length === 0 ? [null] : step.actions
      for (const action of actions) moments.push({ round, request, step, action, seen })
    }
  }
  return moments
}

/** Returns how long a moment stays while the run plays, in milliseconds: half of what its step took, within what a person can follow. */
export const stayOf = (moment: Moment): number =>
  Math.min(2_500, Math.max(700, moment.step.ms === null ? 700 : moment.step.ms / 2))

/** Returns the moment to which a key leads; null for a key without a meaning here. */
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
