// Notices an agent that does the same thing again and again while nothing changes.
import { createHash } from 'node:crypto'
import type { Observation } from '../core/desktop.ts'
import type { Decision } from './decision.ts'

/** From the third time on, the model gets a warning. */
const WARN_AT = 3
/** From this time on it is no longer carried out. */
const FAIL_AT = 5

/** Tools that are meant to be repeated while nothing changes, for a while. */
const WAITING = new Set(['wait', 'wait_for_control'])
/** How many steps in a row may only wait while nothing changes, before a warning; later the agent gives up. */
const WARN_WAITING_AT = 10
const FAIL_WAITING_AT = 25

export type LoopVerdict = { kind: 'fine' } | { kind: 'warn' | 'fail'; message: string }

/** Counts only decisions while the screen does not change; work that comes back to the same screen has changed it in between. */
export class LoopGuard {
  #saw = ''
  /** How often each decision was made since the last change of the observation. */
  readonly #decided = new Map<string, number>()
  /** Waits in a row. */
  #waits = 0

  /** Forgets what went before, because a new subtask has begun. */
  reset(): void {
    this.#decided.clear()
    this.#waits = 0
  }

  judge(decision: Decision, observation: Observation): LoopVerdict {
    const saw = digestOf(sawOf(observation))
    if (saw !== this.#saw) this.reset()
    this.#saw = saw
    if (decision.actions.length > 0 && decision.actions.every((action) => WAITING.has(action.function)))
      return this.#judgeWait()
    this.#waits = 0
    const key = keyOf(decision)
    const times = (this.#decided.get(key) ?? 0) + 1
    this.#decided.set(key, times)
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

  #judgeWait(): LoopVerdict {
    const times = ++this.#waits
    if (times >= FAIL_WAITING_AT)
      return {
        kind: 'fail',
        message: `It has waited ${times} times in a row while nothing changed on the screen.`,
      }
    if (times < WARN_WAITING_AT) return { kind: 'fine' }
    return {
      kind: 'warn',
      message: `Warning: this is wait ${times} in a row on an unchanged screen. Do something else, or give up and say why.`,
    }
  }
}

/**
 * Includes the length of the remaining plan, because `click 7` may be asked for ten times, with one clause less each time; also includes
 * questions and the result.
 */
function keyOf({ status, subtask, questions, actions, plan, result }: Decision): string {
  return digestOf([status, subtask, questions, actions, plan.length, result])
}

/** Includes the picture, because nothing else changes in an application without a control tree. */
const sawOf = (observation: Observation): unknown => [
  observation.windows.map(({ id, title, active }) => [id, title, active]),
  observation.window?.id ?? null,
  observation.controls.map(({ id, name, value, states, bounds }) => [id, name, value, states, bounds]),
  observation.picture?.data ?? null,
]

const digestOf = (value: unknown): string => createHash('sha1').update(JSON.stringify(value)).digest('base64')
