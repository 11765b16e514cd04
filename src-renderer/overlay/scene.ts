// Derives what the overlay shows of a run: the state of its pill and the mark where it acts. Both come from the RunView alone.
import type { QuestionKind } from '../../src-preload/contract/events.ts'
import type { Point } from '../../src-preload/contract/geometry.ts'
import {
  currentStep,
  lastOutcome,
  openQuestion,
  stepsOf,
  type ActionView,
  type RunView,
} from '../../src-preload/contract/run-view.ts'

/** The words of the pill beside the number of the step; `ready`, `not_done` and `unsure` wait for a next request. */
export type PillWords =
  | {
      said:
        | 'beginning'
        | 'looking'
        | 'thinking'
        | 'evaluating'
        | 'asking'
        | 'ready'
        | 'not_done'
        | 'unsure'
        | 'paused'
        | 'stopping'
        | 'ended'
    }
  | { said: 'acting'; action: ActionView }

export interface Pill {
  /** 1-based; null before the first. */
  step: number | null
  words: PillWords
  /** Which of the two the brake offers. */
  brake: 'pause' | 'resume'
  /** Whether the brake has an effect: not while the run stops, nor after its end. */
  alive: boolean
}

export function pillOf(view: RunView): Pill {
  const last = stepsOf(view).at(-1)
  const ended = view.finished_at !== null
  const asked = openQuestion(view)?.kind ?? null
  return {
    step: last === undefined ? null : last.step + 1,
    words: wordsOf(view, asked, ended),
    brake: view.paused ? 'resume' : 'pause',
    alive: !ended && !view.stopping,
  }
}

function wordsOf(view: RunView, asked: QuestionKind | null, ended: boolean): PillWords {
  if (ended) return { said: 'ended' }
  if (view.stopping) return { said: 'stopping' }
  if (asked === 'new_request') {
    const last = lastOutcome(view)
    return { said: last === 'failed' ? 'not_done' : last === 'unsure' ? 'unsure' : 'ready' }
  }
  if (asked !== null) return { said: 'asking' }
  if (view.paused) return { said: 'paused' }
  const step = currentStep(view)
  if (step === null) return { said: betweenSteps(view) }
  const action = step.actions.at(-1)
  if (action !== undefined && action.status !== 'waiting') return { said: 'acting', action }
  return { said: step.phase === 'observing' ? 'looking' : 'thinking' }
}

function betweenSteps(view: RunView): 'beginning' | 'looking' | 'evaluating' {
  if (stepsOf(view).length === 0) return 'beginning'
  return view.rounds.at(-1)?.status === null ? 'looking' : 'evaluating'
}

export interface Mark {
  call: string
  /** Screen space. */
  point: Point
  action: ActionView
}

/**
 * Returns the latest act, if its target is a place of the screen. It may be over already, because an act takes less than a frame, and its
 * mark stays for a while.
 */
export function markOf(view: RunView): Mark | null {
  if (view.finished_at !== null || view.stopping) return null
  // An act that the gate or the person refused never began, so it has no time.
  const begun = (one: ActionView): boolean => one.status === 'acting' || one.ms !== null
  const action = stepsOf(view).at(-1)?.actions.findLast(begun)
  const point = action === undefined ? null : aimOf(action)
  return action === undefined || point === null ? null : { call: action.call_id, point, action }
}

/** Returns the point of an act, else the middle of its target. */
export function aimOf(action: ActionView): Point | null {
  const { point, bounds } = action.target
  if (point !== null || bounds === null) return point
  return { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 }
}
