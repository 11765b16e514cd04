// Says how each event changes the view of a run: one row for each type of event.
import { checklistAfter } from './checklist-view.ts'
import type { EventOf, SessionEvent } from './events.ts'
import { healedWords, updatedWords } from './healed-words.ts'
import { inAction, inKnownAction, inRound, inStep, newStep } from './run-changes.ts'
import { judgedRounds } from './run-outcome.ts'
import { newRound, startedBy, type ActionView, type QuestionView, type RunView } from './run-shapes.ts'
import { ownMs } from './run-waits.ts'

type Reducers = { [T in SessionEvent['type']]: (view: RunView, event: EventOf<T>) => RunView }

const same = (view: RunView): RunView => view

export const REDUCERS: Reducers = {
  run_started: (view, event) => ({ ...view, ...startedBy(event) }),
  // The earlier requests' evaluation and checklist are not those of this one; the steps of a plan are rounds of one checklist.
  round_started: (view, event) => ({
    ...view,
    evaluation: null,
    checklist: view.checklist?.of === 'steps' ? view.checklist : null,
    rounds: [...judgedRounds(view), newRound(view, event)],
  }),
  step_started: (view, event) =>
    inRound(view, (round) => ({ ...round, steps: [...round.steps, newStep(view, event)] })),
  observed: (view, { window, windows, controls, picture, limited }) =>
    inStep(view, (step) => {
      const phase = step.phase === 'observing' ? 'deciding' : step.phase
      return { ...step, window, windows, controls, picture, limited, phase }
    }),
  model_replied: modelReplied,
  decided: (view, { observation, thought, plan, status, comment, result, actions, subtask }) => {
    const decided = actions.map((action) => ({ function: action.function, arguments: action.arguments }))
    const said = { observation, thought, plan, status, comment, result, decided }
    return inStep(view, (step) => ({ ...step, ...said, subtask: subtask ?? step.subtask, phase: 'acting' }))
  },
  gate_decided: gateDecided,
  act_started: (view, { call_id, tool_name, words, parameters, target }) =>
    inAction(view, call_id, tool_name, (action) => ({
      ...action,
      words,
      parameters,
      target,
      status: 'acting',
    })),
  act_finished: (view, { call_id, tool_name, status, result, error, ms, ts }) =>
    inAction(view, call_id, tool_name, (action) => ({
      ...action,
      status,
      result,
      error,
      ms: ownMs(view, ts - ms, ts),
    })),
  act_repeated: (view, event) =>
    inAction(view, event.instead_of, null, (action) => ({ ...action, call_id: event.call_id })),
  effect_verified: (view, { call_id, effect, evidence, told = [], ms, ts }) =>
    inKnownAction(view, call_id, (action) => ({
      ...action,
      effect,
      evidence,
      told,
      ms: (action.ms ?? 0) + ownMs(view, ts - ms, ts),
    })),
  step_finished: (view, { status, times, cost, error, ts }) =>
    inStep(view, (step) => ({
      ...step,
      status,
      times,
      cost,
      error,
      phase: 'finished',
      ms: ownMs(view, step.started_at, ts),
    })),
  subtask_finished: (view, { index, subtask, status, result }) =>
    inRound(view, (round) => ({
      ...round,
      subtasks: [...round.subtasks, { index, subtask, status, result }],
    })),
  question_asked: questionAsked,
  question_answered: questionAnswered,
  desktop_given_back: (view) => ({ ...view, given_back: true }),
  desktop_renewed: (view, { display }) => ({ ...view, given_back: false, display }),
  paused: (view) => ({ ...view, paused: true }),
  resumed: (view) => ({ ...view, paused: false }),
  stop_requested: (view) => ({ ...view, stopping: true }),
  step_healed: (view, event) => warned(view, healedWords(event).join(' ')),
  plan_updated: (view, event) => warned(view, updatedWords(event)),
  warning: (view, { message }) => warned(view, message),
  remembered: (view, { memories }) =>
    inRound(view, (round) => {
      const last = round.steps.at(-1)
      if (!last) return { ...round, memories: [...round.memories, ...memories] }
      const told = { ...last, memories: [...last.memories, ...memories] }
      return { ...round, steps: [...round.steps.slice(0, -1), told] }
    }),
  evaluator_decided: (view, { trigger, decision, reason, by, subtask }) => {
    const judged = { trigger, decision, reason, by, subtask }
    return inStep(view, (step) => ({ ...step, judged: [...step.judged, judged] }))
  },
  experience_saved: (view, { count }) => ({ ...view, experience: view.experience + count }),
  round_finished: (view, { status, result, error, cost, ts }) =>
    inRound(view, (round) => ({
      ...round,
      status,
      result,
      error,
      cost,
      ms: ownMs(view, round.started_at, ts),
    })),
  evaluated: (view, { level, complete, reason, sub_scores, quality, efficiency, effects }) => {
    const evaluation = { level, complete, reason, sub_scores, quality, efficiency, effects }
    return level === 'session'
      ? { ...view, evaluation }
      : inRound(view, (round) => ({ ...round, evaluation }))
  },
  session_finished: (view, { result, error, reason, cost, log_path, ts }) => ({
    ...view,
    result,
    error,
    reason,
    cost,
    log_path,
    finished_at: ts,
  }),
  checklist: (view, event) => ({ ...view, checklist: checklistAfter(view, event) }),
  agent_switched: same,
  session_kept_open: same,
  snapshot_saved: same,
}

const warned = (view: RunView, words: string): RunView => ({ ...view, warnings: [...view.warnings, words] })

function gateDecided(view: RunView, event: EventOf<'gate_decided'>): RunView {
  const { call_id, decision, categories, rule, reason, target, tool_name } = event
  const gate = { decision, categories, rule, reason }
  const refused = decision === 'refuse' ? { status: 'failure' as const, error: reason } : {}
  // The question to the person comes before the gate's event, so its answer is added here.
  const asked = view.questions.findLast((question) => question.call_id === call_id)
  return inAction(view, call_id, tool_name, (action) => ({
    ...action,
    gate,
    target,
    ...refused,
    ...(asked ? askedAction(asked) : {}),
  }))
}

function questionAsked(view: RunView, event: EventOf<'question_asked'>): RunView {
  const { question, kind, text, choices, call_id, round, step } = event
  const now = view.rounds.at(-1)?.steps.at(-1)
  // A question comes before its act is known by anything else.
  const tool =
    event.details?.tool_name ?? now?.actions.find((action) => action.call_id === call_id)?.tool_name ?? null
  const asked = {
    question,
    kind,
    text,
    choices,
    call_id,
    tool,
    secret: event.secret === true,
    told: event.told ?? null,
    round,
    step,
    details: event.details && { ...event.details, picture: now?.picture ?? null },
    asked_at: event.ts,
  }
  const open = { ...asked, answer: null, by: null, scope: null, why: null, waited_ms: null }
  const next = { ...view, questions: [...view.questions, open] }
  if (call_id === null) return next
  // The question about an act gives its words before the act begins.
  return inAction(next, call_id, null, (action) => ({ ...action, words: text }))
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

function questionAnswered(view: RunView, event: EventOf<'question_answered'>): RunView {
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
