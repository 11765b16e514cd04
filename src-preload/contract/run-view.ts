// What a run looks like to a person: the one reducer over SessionEvents. Chat window, terminal, HTML report, output.md and
// history are drawn from its RunView and keep no second truth.
import type { EventOf, SessionEvent, VerifiedEffects } from './events.ts'
import type { Remembered } from './memory.ts'
import { stepsOf } from './run-changes.ts'
import { REDUCERS } from './run-reducers.ts'
import {
  emptyRunView,
  type QuestionView,
  type RunView,
  type StepView,
  type ViewStatus,
} from './run-shapes.ts'
import { ownMs, waitsAfter } from './run-waits.ts'
import { verifiedEffects } from './verified-effects.ts'

export { emptyRunView, stepsOf }
export { lastEvaluation, lastOutcome, outcomeOf } from './run-outcome.ts'
export type * from './run-shapes.ts'

/** Adds one event to a copy of the view. An event that was reduced before (by `seq`) changes nothing. */
export function reduceRunView(view: RunView, event: SessionEvent): RunView {
  if (event.seq <= view.seq) return view
  const next = { ...apply(view, event), seq: event.seq, updated_at: event.ts }
  next.started_at ??= event.ts
  next.waits = waitsAfter(next.waits, isWaiting(next), event.ts)
  return { ...next, status: statusOf(next, event) }
}

/** Returns the view after all of these events. */
export const runViewOf = (events: Iterable<SessionEvent>): RunView => {
  let view = emptyRunView()
  for (const event of events) view = reduceRunView(view, event)
  return view
}

/** Returns the question that waits for an answer, if any. */
export const openQuestion = (view: RunView): QuestionView | null =>
  view.finished_at === null ? (view.questions.findLast((question) => question.answer === null) ?? null) : null

/** Returns the step that is running, if any. */
export const currentStep = (view: RunView): StepView | null => {
  const step = view.rounds.at(-1)?.steps.at(-1)
  return view.finished_at === null && step && step.phase !== 'finished' ? step : null
}

/** Returns the memories that the run was given, each once, with its counts at that time. */
export const rememberedOf = (view: RunView): Remembered[] => [
  ...new Map(
    view.rounds
      .flatMap((round) => [...round.memories, ...round.steps.flatMap((step) => step.memories)])
      .map((one) => [one.id, one]),
  ).values(),
]

/** Counts the acts, and how many had each effect. */
export const effectCounts = (view: RunView): VerifiedEffects => verifiedEffects(stepsOf(view))

/** Returns the milliseconds that the run took, without the waits for its person; `now` ends a running step. */
export function workedMs(view: RunView, now: number | null = view.updated_at): number {
  if (view.started_at === null) return 0
  return ownMs(view, view.started_at, view.finished_at ?? now ?? view.started_at)
}

const isWaiting = (view: RunView): boolean =>
  view.finished_at === null && (view.paused || openQuestion(view) !== null)

function statusOf(view: RunView, event: SessionEvent): ViewStatus {
  if (event.type === 'session_finished') return event.status
  if (view.finished_at !== null) return view.status
  if (view.stopping) return 'stopping'
  if (openQuestion(view)) return 'asking'
  return view.paused ? 'paused' : 'running'
}

/** Ignores events that this version does not know, as a later version may have recorded them. */
function apply<T extends SessionEvent['type']>(view: RunView, event: EventOf<T>): RunView {
  const reduce = Object.hasOwn(REDUCERS, event.type) ? REDUCERS[event.type] : undefined
  return reduce?.(view, event) ?? view
}
