// Changes one part of a run's view: the last round or step, or an action by its call.
import type { EventOf, TargetSummary } from './events.ts'
import type { ActionView, RoundView, RunView, StepView } from './run-shapes.ts'

export const stepsOf = (view: RunView): StepView[] => view.rounds.flatMap((round) => round.steps)

export const newStep = (view: RunView, event: EventOf<'step_started'>): StepView => ({
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
export function inRound(view: RunView, change: (round: RoundView) => RoundView): RunView {
  const round = view.rounds.at(-1)
  return round ? { ...view, rounds: [...view.rounds.slice(0, -1), change(round)] } : view
}

export function inStep(view: RunView, change: (step: StepView) => StepView): RunView {
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
export const inKnownAction = (
  view: RunView,
  call_id: string,
  change: (action: ActionView) => ActionView,
): RunView =>
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
export function inAction(
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
