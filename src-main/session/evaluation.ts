// Judges a round or a session, and records the EvaluationAgent's verdict as an event and in evaluation.log.
import type { Judgement, Verdict, VerifiedEffects } from '../../src-preload/contract/events.ts'
import { isOverCost } from '../core/cost.ts'
import { messageOf, StoppedError } from '../core/errors.ts'
import type { RunControl } from '../core/run-control.ts'
import type { SessionDependencies } from './dependencies.ts'

export interface Evaluation {
  type: 'evaluation_result'
  level: 'round' | 'session'
  request: string
  complete: Verdict
  reason: string
  sub_scores: { name: string; evaluation: string }[]
  quality: Judgement | null
  efficiency: Judgement | null
  /** These are counted, not judged. */
  effects: VerifiedEffects
}

export type Evaluate = (
  level: Evaluation['level'],
  request: string,
  result: unknown,
  run: RunControl,
) => Promise<Evaluation | null>

type Judging = Pick<SessionDependencies, 'config' | 'evaluate' | 'sink'>

/** Judges. What was to be judged and could not be is unsure, because the agents' own word is no judgement. Throws StoppedError on stop. */
export async function judgementOn(
  what: Parameters<SessionDependencies['evaluate']>[0],
  dependencies: Judging,
  run: RunControl,
): ReturnType<SessionDependencies['evaluate']> {
  const unjudged = (reason: string) => {
    dependencies.sink.emit({ type: 'warning', message: reason })
    const nothing = { sub_scores: [], quality: null, efficiency: null, cost: 0 }
    return { ...nothing, complete: 'unsure' as const, reason }
  }
  if (isOverCost(what.context, dependencies.config.system.cost_ceiling))
    return unjudged(`The ${what.level} is not judged: that would cost more, and cost_ceiling is reached.`)
  try {
    return await dependencies.evaluate(what, run)
  } catch (error) {
    if (error instanceof StoppedError) throw error
    return unjudged(`The ${what.level} could not be evaluated: ${messageOf(error)}`)
  }
}
