// Describes one step while it goes on: what was observed, decided and done, and how long each phase took.
import type { Context } from '../core/context.ts'
import { drop } from '../core/control-flow.ts'
import type { Observation } from '../core/desktop.ts'
import type { PictureRef } from '../../src-preload/contract/events.ts'
import type { ActionRecord } from '../models/input.ts'
import type { Decision } from './decision.ts'

export type Phase = 'observe' | 'decide' | 'act' | 'record'

export interface Step {
  readonly context: Context
  /** SESSION_STEP at its start: the number in the names of its files. */
  readonly number: number
  readonly round: number
  readonly roundStep: number
  /** -1 for the host. */
  readonly subtaskIndex: number
  readonly subtask: string | null
  /** Milliseconds of each phase. */
  readonly times: Partial<Record<Phase, number>>
  /** Files that are being written. They are awaited when the step is recorded, so that none of them delays it. */
  readonly saves: Promise<void>[]
  readonly files: { clean: string | null; annotated: string | null; desktop: string | null }
  observation: Observation | null
  picture: PictureRef | null
  decision: Decision | null
  readonly actions: ActionRecord[]
  /** US dollars, null where a price is unknown. */
  cost: number | null
  /** A warning in the next prompts, beside the model's own comment. */
  warning: string | null
}

export function beginStep(context: Context, subtaskIndex: number): Step {
  const subtask = context.get('SUBTASK')
  return {
    context,
    number: context.get('SESSION_STEP'),
    round: context.get('CURRENT_ROUND_ID'),
    roundStep: context.currentRoundStep,
    subtaskIndex,
    subtask: subtaskIndex < 0 || subtask === '' ? null : subtask,
    times: {},
    saves: [],
    files: { clean: null, annotated: null, desktop: null },
    observation: null,
    picture: null,
    decision: null,
    actions: [],
    cost: 0,
    warning: null,
  }
}

/** Counts a cost, in US dollars, for the step, its round and its session. Null, an unknown price, makes each of them unknown. */
export function pay(step: Step, cost: number | null): void {
  step.cost = step.cost === null || cost === null ? null : step.cost + cost
  step.context.addCost(cost)
}

/** Keeps a file that is being written: the step continues meanwhile, and only the step itself gets a failure. */
export function keep(step: Step, saving: Promise<void>): void {
  drop(saving)
  step.saves.push(saving)
}
