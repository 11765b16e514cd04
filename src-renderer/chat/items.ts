// Arranges a run as the lines of its conversation, in the order in which a person reads them.
import { isPatience } from '../../src-preload/contract/clause-marker.ts'
import type { QuestionView, RoundView, RunView, StepView } from '../../src-preload/contract/run-view.ts'

export type Item = { key: string } & (
  | { kind: 'request'; round: RoundView; number: number }
  /** `error`: of its request, which the result tells. */
  | { kind: 'step'; step: StepView; current: boolean; error: string | null }
  | { kind: 'question'; question: QuestionView }
  | { kind: 'result'; round: RoundView; folded: StepView[] }
  | { kind: 'warning'; message: string }
  | { kind: 'end' }
)

/** Tells whether a question is a line. Requests are written in the composer, so questions for them are not. */
const isLine = (question: QuestionView): boolean =>
  question.kind !== 'new_request' && question.kind !== 'first_request'

/** Tells whether a question is about the whole session, after its result is known. */
const isLast = (question: QuestionView): boolean => question.kind === 'experience'

/**
 * Tells whether a step only waits or reports progress, without an act, an error or a question, so that it is in the details. The error of
 * the request is said with its result, so a step that only says it is no line.
 */
const isFolded = (step: StepView, { error }: RoundView): boolean =>
  (step.actions.length === 0 || isPatience(step)) &&
  (step.error === null || step.error === error) &&
  step.judged.length === 0 &&
  step.phase === 'finished'

export function itemsOf(view: RunView): Item[] {
  const items: Item[] = []
  const questions = view.questions.filter(isLine)
  const placed = new Set<QuestionView>()
  const place = (fits: (question: QuestionView) => boolean) => {
    for (const question of questions) {
      if (placed.has(question) || !fits(question)) continue
      placed.add(question)
      items.push({ kind: 'question', key: `question-${question.question}`, question })
    }
  }
  for (const [index, round] of view.rounds.entries()) {
    items.push({ kind: 'request', key: `round-${index}`, round, number: index + 1 })
    const folded = round.status === null ? [] : round.steps.filter((step) => isFolded(step, round))
    for (const step of round.steps) {
      if (folded.includes(step)) continue
      // A question that was asked before the step began comes before the step.
      place(
        (question) =>
          !isLast(question) && question.round === round.round && question.asked_at < step.started_at,
      )
      const current = view.finished_at === null && step.phase !== 'finished' && step === round.steps.at(-1)
      items.push({ kind: 'step', key: `step-${step.step}`, step, current, error: round.error })
      place((question) => !isLast(question) && question.round === round.round && question.step === step.step)
    }
    place((question) => !isLast(question) && question.round === round.round)
    // A request that was broken off has a result, too: what can be done with it stands there.
    const isBrokenOff = view.finished_at !== null && round === view.rounds.at(-1)
    if (round.status !== null || isBrokenOff)
      items.push({
        kind: 'result',
        key: `result-${index}`,
        round,
        folded: folded.filter((step) => step.error === null && !isPatience(step)),
      })
  }
  for (const [index, message] of view.warnings.entries()) {
    items.push({ kind: 'warning', key: `warning-${index}`, message })
  }
  place(() => true)
  if (view.finished_at !== null) items.push({ kind: 'end', key: 'end' })
  return items
}
