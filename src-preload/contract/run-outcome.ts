// Tells how a request, and a session of several, have ended: by their agents, and by how they were judged.
import type { Verdict } from './events.ts'
import type { EvaluationView, Outcome, RoundView, RunView } from './run-shapes.ts'

/** Returns the gravest of several judgements, the latest of those that are alike; null for none. */
export const gravest = <T extends { complete: Verdict }>(judged: readonly T[]): T | null =>
  judged.findLast(({ complete }) => complete === 'no') ??
  judged.findLast(({ complete }) => complete === 'unsure') ??
  judged.at(-1) ??
  null

const GOOD: ReadonlySet<string> = new Set(['FINISH', 'COMPLETED'])

/**
 * Gives the outcome of a request: by its agents, and by the evaluation, which decides. A session has that of its last request. Null while
 * it is running.
 */
export function outcomeOf(round: RoundView, { rounds, evaluation }: RunView): Outcome | null {
  if (round.status === null) return null
  const judged = (round === rounds.at(-1) ? evaluation : null) ?? round.evaluation
  if (!GOOD.has(round.status) || round.error !== null || judged?.complete === 'no') return 'failed'
  return judged?.complete === 'unsure' ? 'unsure' : 'done'
}

/**
 * Returns the outcome of the last request that has ended; null before the first. That of an ended session is no better than the gravest
 * judgement on its requests.
 */
export function lastOutcome(view: RunView): Outcome | null {
  const round = view.rounds.findLast(({ status }) => status !== null)
  const outcome = round ? outcomeOf(round, view) : null
  const judged = view.finished_at === null ? null : lastEvaluation(view)?.complete
  if (judged === 'no') return 'failed'
  return judged === 'unsure' && outcome === 'done' ? 'unsure' : outcome
}

/**
 * Returns the evaluation of the last request, once the session has ended the gravest of all that were judged when they had ended; else that
 * of its last round; null where the last one was not judged.
 */
export function lastEvaluation(view: RunView): EvaluationView | null {
  const { evaluation, rounds, finished_at } = view
  if (evaluation === null) return rounds.at(-1)?.evaluation ?? null
  if (finished_at === null) return evaluation
  const judged = rounds.flatMap((round) => round.evaluation ?? [])
  return gravest([...judged.filter(({ level }) => level === 'session'), evaluation])
}

/**
 * Tells whether the session's evaluation is that of its last request. A conversation is judged request by request; the steps of a plan are
 * judged together.
 */
export const isOfLastRequest = ({ rounds }: RunView): boolean =>
  rounds.length < 2 || rounds.slice(0, -1).some(({ evaluation }) => evaluation?.level === 'session')

/** Returns the judgement on a request, with which a session may have ended. */
export const judgementOf = (round: RoundView, view: RunView): EvaluationView | null =>
  (round === view.rounds.at(-1) && isOfLastRequest(view) ? view.evaluation : null) ?? round.evaluation

/** Gives the rounds, the last one with its judgement, which is that of the session until the next request begins. */
export const judgedRounds = ({ rounds, evaluation }: RunView): RoundView[] =>
  rounds.map((round, at) => (at === rounds.length - 1 && evaluation ? { ...round, evaluation } : round))
