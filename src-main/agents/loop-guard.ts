// Notices an agent that does the same thing in the same place again and again.
import { createHash } from 'node:crypto'
import type { Observation } from '../core/desktop.ts'
import type { Decision } from './decision.ts'

/** From the third time on, the model is told. */
const WARN_AT = 3
/** The fifth time is not done any more. */
const FAIL_AT = 5

/** Tools that are meant to be repeated while nothing changes. */
const WAITING = new Set(['wait', 'wait_for_control'])

export type LoopVerdict = { kind: 'fine' } | { kind: 'warn' | 'fail'; message: string }

export class LoopGuard {
  readonly #seen = new Map<string, number>()

  /** What went before no longer counts: a new subtask has begun. */
  reset(): void {
    this.#seen.clear()
  }

  judge(decision: Decision, observation: Observation): LoopVerdict {
    if (decision.actions.length > 0 && decision.actions.every((action) => WAITING.has(action.function))) {
      return { kind: 'fine' }
    }
    const key = keyOf(decision, observation)
    const times = (this.#seen.get(key) ?? 0) + 1
    this.#seen.set(key, times)
    if (times >= FAIL_AT) {
      return {
        kind: 'fail',
        message: `The same action was chosen ${times} times while nothing changed on the screen.`,
      }
    }
    if (times >= WARN_AT) {
      return {
        kind: 'warn',
        message: `Warning: this is time ${times} of the same action on an unchanged screen. Do something else.`,
      }
    }
    return { kind: 'fine' }
  }
}

/**
 * The picture counts as part of what is seen: an application without a control tree changes nowhere else. So does how much
 * of the plan is left: `click 7` may be asked for ten times, and each is one clause less.
 */
function keyOf(decision: Decision, observation: Observation): string {
  const did = [decision.status, decision.subtask, decision.questions, decision.actions, decision.plan.length]
  const saw = [
    observation.windows.map(({ id, title, active }) => [id, title, active]),
    observation.window?.id ?? null,
    observation.controls.map(({ id, name, value, states, bounds }) => [id, name, value, states, bounds]),
    observation.picture?.data ?? null,
  ]
  return createHash('sha1')
    .update(JSON.stringify([did, saw]))
    .digest('base64')
}
