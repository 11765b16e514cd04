// Judging a round or a session: the EvaluationAgent's verdict, recorded as event and in evaluation.log.
import type { RunControl } from '../core/run-control.ts'

export interface Evaluation {
  type: 'evaluation_result'
  level: 'round' | 'session'
  request: string
  complete: 'yes' | 'no' | 'unsure'
  reason: string
  sub_scores: { name: string; evaluation: string }[]
}

export type Evaluate = (
  level: Evaluation['level'],
  request: string,
  result: unknown,
  run: RunControl,
) => Promise<Evaluation | null>
