// Judges a round or a session, and records the EvaluationAgent's verdict as an event and in evaluation.log.
import type { Judgement, Verdict, VerifiedEffects } from '../../src-preload/contract/events.ts'
import type { RunControl } from '../core/run-control.ts'

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
