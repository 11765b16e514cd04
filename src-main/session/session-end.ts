// Says how a session has ended: by what its agents say, by what cut it short, and by what the EvaluationAgent judges.
import { gravest } from '../../src-preload/contract/run-outcome.ts'
import { notDoneWords } from '../../src-preload/contract/words.ts'
import { messageOf, StoppedError } from '../core/errors.ts'
import type { Verdict } from '../memory/experience.ts'
import type { SessionEnd } from './dependencies.ts'
import type { Evaluation } from './evaluation.ts'
import type { RoundOutcome } from './round.ts'

export type SessionResult = RoundOutcome | Evaluation

/** A session without further rounds. */
export interface Ended extends Pick<SessionEnd, 'steps' | 'rounds' | 'cost' | 'log_path'> {
  /** In their order: a round's evaluation before the round's end, the session's after the last one. */
  results: readonly SessionResult[]
  /** The work that a limit has left undone between two rounds, in words; null where nothing is left. */
  unbegun: string | null
  /** Whether further requests would have cost too much. */
  isOverCost: boolean
}

/** Gives the end of a session. If the agents say that all is done, the evaluation decides. `thrown` is null for no error. */
export function endOf(ended: Ended, thrown: unknown): SessionEnd {
  const end = endOfAgents(ended, thrown)
  const judged = lastEvaluation(ended)
  if (end.status !== 'completed' || judged?.complete !== 'no') return end
  return { ...end, status: 'failed', error: notDoneWords(judged.reason) }
}

/** Returns the verdict; if the run failed, its end counts more than an evaluation. Null where nothing was judged. */
export function verdictOn(ended: Ended): Verdict | null {
  const { status, error } = endOfAgents(ended, null)
  if (status !== 'completed') return { complete: 'no', reason: error ?? 'The run failed.' }
  return lastEvaluation(ended)
}

/** Gives the result of the only request, or each request with its own. */
export function resultOf(results: readonly SessionResult[]): unknown {
  const ended = results.filter((entry) => entry.type === 'round_result')
  const each = ended.map(({ request, status, result }) => ({ request, status, result }))
  return each.length > 1 ? each : (each[0]?.result ?? null)
}

function endOfAgents(
  { results, unbegun, isOverCost, steps, rounds, cost, log_path }: Ended,
  thrown: unknown,
): SessionEnd {
  const last = results.findLast((entry) => entry.type === 'round_result')
  const common = { result: last?.result ?? null, steps, rounds, cost, log_path }
  if (thrown instanceof StoppedError) {
    const reason = thrown.reason === 'unanswered' || thrown.reason === 'lost' ? thrown.reason : 'stopped'
    return { ...common, status: reason === 'stopped' ? 'stopped' : 'failed', reason, error: thrown.message }
  }
  if (thrown !== null) return { ...common, status: 'failed', reason: 'error', error: messageOf(thrown) }
  if (unbegun !== null) return { ...common, status: 'failed', reason: 'limit', error: unbegun }
  if (!last || last.status === 'FINISH') {
    const reason = last && isOverCost ? 'limit' : 'finished'
    return { ...common, status: 'completed', reason, error: null }
  }
  const reason = last.status === 'LIMIT' ? 'limit' : last.status === 'FAIL' ? 'finished' : 'error'
  return { ...common, status: 'failed', reason, error: last.error ?? 'The request could not be carried out.' }
}

/**
 * Returns the evaluation that decides for the session: of its requests the gravest, where each was judged when it had ended, else of its
 * last round; null where the last one was not judged.
 */
function lastEvaluation({ results }: Pick<Ended, 'results'>): Evaluation | null {
  const end = results.findLastIndex(({ type }) => type === 'round_result')
  const after = results[end + 1]
  if (after?.type === 'evaluation_result') {
    const judged = results
      .filter((each) => each.type === 'evaluation_result')
      .filter(({ level }) => level === 'session')
    return gravest(judged)
  }
  const before = results[end - 1]
  return before?.type === 'evaluation_result' && before.level === 'round' ? before : null
}
