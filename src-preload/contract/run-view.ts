// What a run looks like to a person: the one reducer over SessionEvents. Chat window, terminal, HTML report, output.md and
// history are drawn from its RunView and keep no second truth.
import { checklistAfter } from './checklist-view.ts'
import type { EventOf, SessionEvent, TargetSummary, VerifiedEffects } from './events.ts'
import { healedWords, updatedWords } from './healed-words.ts'
import type { Remembered } from './memory.ts'
import { judgedRounds } from './run-outcome.ts'
import {
  emptyRunView,
  newRound,
  startedBy,
  type ActionView,
  type QuestionView,
  type RoundView,
  type RunView,
  type StepView,
  type ViewStatus,
} from './run-shapes.ts'
import { ownMs, waitsAfter } from './run-waits.ts'
import { verifiedEffects } from './verified-effects.ts'

export { emptyRunView }
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

export const stepsOf = (view: RunView): StepView[] => view.rounds.flatMap((round) => round.steps)

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

function apply(view: RunView, event: SessionEvent): RunView {
  switch (event.type) {
    case 'run_started':
      return { ...view, ...startedBy(event) }
    case 'round_started':
      // The earlier requests' evaluation and checklist are not those of this one; the steps of a plan are rounds of one checklist.
      return {
        ...view,
        evaluation: null,
        checklist: view.checklist?.of === 'steps' ? view.checklist : null,
        rounds: [...judgedRounds(view), newRound(view, event)],
      }
    case 'step_started':
      return inRound(view, (round) => ({ ...round, steps: [...round.steps, newStep(view, event)] }))
    case 'observed': {
      const { window, windows, controls, picture, limited } = event
      return inStep(view, (step) => {
        const phase = step.phase === 'observing' ? 'deciding' : step.phase
        return { ...step, window, windows, controls, picture, limited, phase }
      })
    }
    case 'model_replied':
      return modelReplied(view, event)
    case 'decided': {
      const { observation, thought, plan, status, comment, result } = event
      const decided = event.actions.map((action) => ({
        function: action.function,
        arguments: action.arguments,
      }))
      return inStep(view, (step) => ({
        ...step,
        observation,
        thought,
        plan,
        status,
        comment,
        result,
        decided,
        subtask: event.subtask ?? step.subtask,
        phase: 'acting',
      }))
    }
    case 'gate_decided': {
      const { decision, categories, rule, reason, target, tool_name } = event
      const gate = { decision, categories, rule, reason }
      const refused = decision === 'refuse' ? { status: 'failure' as const, error: reason } : {}
      // The question to the person comes before the gate's event, so its answer is added here.
      const asked = view.questions.findLast((question) => question.call_id === event.call_id)
      return inAction(view, event.call_id, tool_name, (action) => ({
        ...action,
        gate,
        target,
        ...refused,
        ...(asked ? askedAction(asked) : {}),
      }))
    }
    case 'act_started': {
      const { words, parameters, target } = event
      return inAction(view, event.call_id, event.tool_name, (action) => ({
        ...action,
        words,
        parameters,
        target,
        status: 'acting',
      }))
    }
    case 'act_finished': {
      const { status, result, error, ms } = event
      return inAction(view, event.call_id, event.tool_name, (action) => ({
        ...action,
        status,
        result,
        error,
        ms: ownMs(view, event.ts - ms, event.ts),
      }))
    }
    case 'act_repeated':
      return inAction(view, event.instead_of, null, (action) => ({ ...action, call_id: event.call_id }))
    case 'effect_verified': {
      const { effect, evidence, told = [] } = event
      return inKnownAction(view, event.call_id, (action) => ({
        ...action,
        effect,
        evidence,
        told,
        ms: (action.ms ?? 0) + ownMs(view, event.ts - event.ms, event.ts),
      }))
    }
    case 'step_finished': {
      const { status, times, cost, error } = event
      return inStep(view, (step) => ({
        ...step,
        status,
        times,
        cost,
        error,
        phase: 'finished',
        ms: ownMs(view, step.started_at, event.ts),
      }))
    }
    case 'subtask_finished': {
      const { index, subtask, status, result } = event
      return inRound(view, (round) => ({
        ...round,
        subtasks: [...round.subtasks, { index, subtask, status, result }],
      }))
    }
    case 'question_asked': {
      const { question, kind, text, choices, call_id, round, step } = event
      const secret = event.secret === true
      const told = event.told ?? null
      const now = view.rounds.at(-1)?.steps.at(-1)
      const picture = now?.picture ?? null
      // A question comes before its act is known by anything else.
      const tool =
        event.details?.tool_name ??
        now?.actions.find((action) => action.call_id === call_id)?.tool_name ??
        null
      const details = event.details && { ...event.details, picture }
      const asked = {
        question,
        kind,
        text,
        choices,
        call_id,
        tool,
        secret,
        told,
        round,
        step,
        details,
        asked_at: event.ts,
      }
      const open = { ...asked, answer: null, by: null, scope: null, why: null, waited_ms: null }
      const next = { ...view, questions: [...view.questions, open] }
      if (call_id === null) return next
      // The question about an act gives its words before the act begins.
      return inAction(next, call_id, null, (action) => ({ ...action, words: text }))
    }
    case 'question_answered':
      return answered(view, event)
    case 'desktop_given_back':
      return { ...view, given_back: true }
    case 'desktop_renewed':
      return { ...view, given_back: false, display: event.display }
    case 'paused':
      return { ...view, paused: true }
    case 'resumed':
      return { ...view, paused: false }
    case 'stop_requested':
      return { ...view, stopping: true }
    case 'step_healed':
      return { ...view, warnings: [...view.warnings, healedWords(event).join(' ')] }
    case 'plan_updated':
      return { ...view, warnings: [...view.warnings, updatedWords(event)] }
    case 'warning':
      return { ...view, warnings: [...view.warnings, event.message] }
    case 'remembered':
      return inRound(view, (round) => {
        const last = round.steps.at(-1)
        if (!last) return { ...round, memories: [...round.memories, ...event.memories] }
        const told = { ...last, memories: [...last.memories, ...event.memories] }
        return { ...round, steps: [...round.steps.slice(0, -1), told] }
      })
    case 'evaluator_decided': {
      const { trigger, decision, reason, by, subtask } = event
      const judged = { trigger, decision, reason, by, subtask }
      return inStep(view, (step) => ({ ...step, judged: [...step.judged, judged] }))
    }
    case 'experience_saved':
      return { ...view, experience: view.experience + event.count }
    case 'round_finished': {
      const { status, result, error, cost } = event
      return inRound(view, (round) => ({
        ...round,
        status,
        result,
        error,
        cost,
        ms: ownMs(view, round.started_at, event.ts),
      }))
    }
    case 'evaluated': {
      const { level, complete, reason, sub_scores, quality, efficiency, effects } = event
      const evaluation = { level, complete, reason, sub_scores, quality, efficiency, effects }
      return level === 'session'
        ? { ...view, evaluation }
        : inRound(view, (round) => ({ ...round, evaluation }))
    }
    case 'session_finished': {
      const { result, error, reason, cost, log_path } = event
      return { ...view, result, error, reason, cost, log_path, finished_at: event.ts }
    }
    case 'checklist':
      return { ...view, checklist: checklistAfter(view, event) }
    case 'agent_switched':
    case 'session_kept_open':
    case 'snapshot_saved':
      return view
    default:
      return unknownEvent(view, event)
  }
}

/** Ignores events that this version does not know, as a later version may have recorded them. */
const unknownEvent = (view: RunView, _event: never): RunView => view

const newStep = (view: RunView, event: EventOf<'step_started'>): StepView => ({
  step: event.step ?? stepsOf(view).length,
  agent: event.agent,
  application: event.application,
  subtask: event.subtask,
  subtask_index: event.subtask_index ?? null,
  phase: 'observing',
  window: null,
  windows: 0,
  controls: 0,
  picture: null,
  limited: null,
  observation: null,
  thought: null,
  plan: [],
  status: null,
  comment: null,
  result: null,
  decided: [],
  actions: [],
  memories: [],
  judged: [],
  model: null,
  started_at: event.ts,
  ms: null,
  times: {},
  cost: null,
  error: null,
})

/** Changes the last round: rounds and steps follow one another, so an event belongs to the last one; before the first, to none. */
function inRound(view: RunView, change: (round: RoundView) => RoundView): RunView {
  const round = view.rounds.at(-1)
  return round ? { ...view, rounds: [...view.rounds.slice(0, -1), change(round)] } : view
}

function inStep(view: RunView, change: (step: StepView) => StepView): RunView {
  return inRound(view, (round) => {
    const step = round.steps.at(-1)
    return step ? { ...round, steps: [...round.steps.slice(0, -1), change(step)] } : round
  })
}

const NO_TARGET: TargetSummary = {
  kind: 'unknown',
  application: null,
  window: null,
  role: null,
  name: null,
  bounds: null,
  point: null,
}

const newAction = (call_id: string, tool_name: string): ActionView => ({
  call_id,
  tool_name,
  words: tool_name,
  parameters: {},
  target: NO_TARGET,
  gate: null,
  status: 'waiting',
  result: null,
  error: null,
  effect: null,
  evidence: null,
  told: [],
  ms: null,
})

/** Changes the action of this call, in whichever step of the round it is: what an act has brought about may be lost later. */
const inKnownAction = (view: RunView, call_id: string, change: (action: ActionView) => ActionView): RunView =>
  inRound(view, (round) => ({
    ...round,
    steps: round.steps.map((step) =>
      step.actions.some((action) => action.call_id === call_id)
        ? {
            ...step,
            actions: step.actions.map((action) => (action.call_id === call_id ? change(action) : action)),
          }
        : step,
    ),
  }))

/** Changes the action of this call; without `tool_name`, only an existing one. */
function inAction(
  view: RunView,
  call_id: string,
  tool_name: string | null,
  change: (action: ActionView) => ActionView,
): RunView {
  return inStep(view, (step) => {
    const index = step.actions.findLastIndex((action) => action.call_id === call_id)
    const action = step.actions[index]
    if (action) return { ...step, actions: step.actions.with(index, change(action)) }
    if (tool_name === null) return step
    return { ...step, actions: [...step.actions, change(newAction(call_id, tool_name))] }
  })
}

const add = (sum: number | null, more: number | null): number | null =>
  sum === null || more === null ? null : sum + more

function modelReplied(view: RunView, event: EventOf<'model_replied'>): RunView {
  const { usage, role, ms, attempts } = event
  const tokens = {
    input: add(view.tokens.input, usage.input_tokens),
    output: add(view.tokens.output, usage.output_tokens),
    cached: add(view.tokens.cached, usage.cached_tokens),
  }
  // Plain commands are read without a model.
  const calls = view.model_calls + (event.provider === 'offline' ? 0 : 1)
  const counted = { ...view, tokens, cost: add(view.cost, usage.cost), model_calls: calls }
  const named = event.model !== '' && event.model !== event.provider
  const name = named ? `${event.provider}/${event.model}` : event.provider
  const model = { role, name, ms, attempts, usage }
  const ended = view.rounds.at(-1)?.steps.at(-1)?.phase === 'finished'
  return ended ? counted : inStep(counted, (step) => ({ ...step, model }))
}

function answered(view: RunView, event: EventOf<'question_answered'>): RunView {
  const index = view.questions.findLastIndex((asked) => asked.question === event.question)
  const asked = view.questions[index]
  if (!asked) return view
  const waited_ms = event.ts - asked.asked_at
  const { answer, by, scope, why } = event
  const question = { ...asked, answer, by, scope, why, waited_ms }
  const next = { ...view, questions: view.questions.with(index, question) }
  if (asked.call_id === null) return next
  return inAction(next, asked.call_id, null, (action) => ({ ...action, ...askedAction(question) }))
}

/** Returns an act's fields from the question about it: its words, and the refusal. */
function askedAction({ kind, text, answer, by, why }: QuestionView): Partial<ActionView> {
  if (kind !== 'sensitive_step' || answer === null || answer === 'yes') return { words: text }
  const refused = why === null ? 'Refused by the person.' : `Refused by the person: ${why}`
  const error = by === 'person' ? refused : 'Nobody was there to allow it.'
  return { words: text, status: 'failure', error }
}
