// The evaluation without a model: what the record says of each clause. It reads effects, not pictures.
import type { EvaluationInput, StepRecord } from '../input.ts'
import type { EvaluationReply } from '../replies.ts'
import { outcomeOf } from './progress.ts'

const MARKER = /^(clause \d+ of \d+)(?: \[(\w+)\])?: (.*)$/

/** `yes` when the last step of every clause came off and the agents finished; `no` when one did not. */
export function judgeRun({ trajectory }: EvaluationInput): EvaluationReply {
  const last = trajectory.at(-1)
  if (!last) return { complete: 'unsure', reason: 'Nothing was done.', sub_scores: [] }
  const latest = new Map<string, { name: string; assigned: boolean; step: StepRecord }>()
  for (const step of trajectory) {
    const [, number, phase, words] = MARKER.exec(step.comment ?? '') ?? []
    if (number === undefined || step.actions.length === 0) continue
    latest.set(`${step.agent} ${step.subtask_index} ${number}`, {
      name: words ?? number,
      assigned: phase === 'assign',
      step,
    })
  }
  const scores = [...latest.values()].map(({ name, assigned, step }) => ({
    name,
    assigned,
    outcome: outcomeOf(step),
  }))
  // What was assigned is judged clause by clause where it was done.
  const sub_scores = scores
    .filter(({ assigned }) => !assigned)
    .map(({ name, outcome }) => ({
      name,
      evaluation: outcome.ok ? ('yes' as const) : ('no' as const),
    }))
  if (last.status !== 'FINISH') {
    return { complete: 'no', reason: last.comment ?? `It ended in the state ${last.status}.`, sub_scores }
  }
  for (const [index, { name, outcome }] of scores.entries()) {
    // A window that asked something before it closed was answered by what came next.
    const answered = !outcome.ok && name.startsWith('close ') && index < scores.length - 1
    if (!outcome.ok && !answered) return { complete: 'no', reason: `${name}: ${outcome.reason}`, sub_scores }
  }
  const acts = trajectory.flatMap(({ actions }) => actions).filter(({ effect }) => effect !== null)
  const confirmed = acts.filter(({ effect }) => effect === 'confirmed').length
  return {
    complete: 'yes',
    reason: `Every clause was carried out; ${confirmed} of ${acts.length} effects are confirmed, none is contradicted. No model has judged this.`,
    sub_scores,
  }
}
