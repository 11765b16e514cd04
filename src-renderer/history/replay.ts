// Arranges a run as a row of moments, one for each act, so that a person can go through it step by step.
import type { ActionView, QuestionView, RunView, StepView } from '../../src-preload/contract/run-view.ts'
import { markOf } from '../../src-preload/contract/words.ts'

export interface Moment {
  round: number
  request: string
  step: StepView
  /** The act; null for a step that observed and decided, but did not act. */
  action: ActionView | null
  /** The step with the newest picture by then: this one, or an earlier one; null before the first picture. */
  seen: StepView | null
  /** What a person was asked about it. */
  questions: QuestionView[]
}

export function momentsOf(view: RunView): Moment[] {
  let seen: StepView | null = null
  const moments: Moment[] = []
  for (const { round, request, steps } of view.rounds) {
    for (const step of steps) {
      if (step.picture !== null) seen = step
      const actions = step.actions.length === 0 ? [null] : step.actions
      const [first] = actions
      for (const action of actions) {
        const questions = view.questions.filter((question) =>
          question.call_id === null
            ? question.step === step.step && action === first
            : question.call_id === action?.call_id,
        )
        moments.push({ round, request, step, action, seen, questions })
      }
    }
  }
  return moments
}

/** The mark of a moment on the timeline: a question counts more than a verified act, but less than a failure. */
export type Sign = '✓' | '?' | '✗' | 'asked' | '·'

export function signOf({ step, action, questions }: Moment): Sign {
  const mark = action === null ? (step.error === null ? '·' : '✗') : markOf(action)
  if (mark === '✗') return mark
  if (questions.length > 0) return 'asked'
  return mark === '–' ? '·' : mark
}

/** Returns the next moment, or the one before, that needs attention; null where there is none. */
export function nextMarked(moments: readonly Moment[], at: number, by: 1 | -1): number | null {
  for (let index = at + by; index >= 0 && index < moments.length; index += by) {
    const moment = moments[index]
    if (moment && /^(?:\?|✗|asked)$/.test(signOf(moment))) return index
  }
  return null
}

/** Returns how long a moment is shown during the replay, in milliseconds: half of its step's time, within what a person can follow. */
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
