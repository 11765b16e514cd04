// Records what a step leaves behind: its line in response.log, its memory item, its place in history and structural logs.
import { messageOf } from '../core/errors.ts'
import type { ActionRecord, StepRecord } from '../models/input.ts'
import type { ModelReply } from '../models/model.ts'
import type { Agent } from './agent.ts'
import type { SharedMemory } from './dependencies.ts'
import type { Step } from './step.ts'

/** Writes an act as a call: `click_input(id="12", name="7")` */
export const actionString = ({
  function: name,
  arguments: args,
}: Pick<ActionRecord, 'function' | 'arguments'>) =>
  `${name}(${Object.entries(args)
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .join(', ')})`

/** Writes an act in the reference's lines: `[Action] … [Target] … [Status] … [Error] … [Result] …`, and the effect. */
export function actionRepresentation(record: ActionRecord): string {
  const lines: [string, unknown][] = [
    ['Action', actionString(record)],
    ['Target', record.target],
    ['Status', record.status],
    ['Error', record.error],
    ['Result', record.result],
    ['Effect', record.effect === null ? null : `${record.effect}: ${record.evidence ?? ''}`],
  ]
  return lines
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `[${name}] ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n')
}

const confirmOf = (actions: readonly ActionRecord[]): 'yes' | 'no' | null => {
  const answers = actions.map((action) => action.user_confirm)
  return answers.includes('no') ? 'no' : answers.includes('yes') ? 'yes' : null
}

/** Makes the record of a step from which prompts and `offline` read the history. */
export function stepRecord(step: Step, agent: Agent): StepRecord {
  const { decision } = step
  const comment = [decision?.comment, step.warning].filter((text) => text).join(' ')
  return {
    step: step.number,
    round: step.round,
    agent: agent.agentClass,
    subtask_index: step.subtaskIndex,
    subtask: step.subtask ?? decision?.subtask ?? null,
    observation: decision?.observation ?? null,
    thought: decision?.thought ?? null,
    plan: decision?.plan ?? [],
    status: agent.status,
    comment: comment === '' ? null : comment,
    result: decision?.result ?? null,
    actions: step.actions,
  }
}

/** Writes the step under the reference's keys (section 4.9), for response.log, memory and structural logs. */
function responseRecord(
  step: Step,
  agent: Agent,
): Record<string, unknown> & { round_num: number; subtask_index: number } {
  const { context, decision, actions } = step
  const seconds = Object.fromEntries(
    Object.entries(step.times).map(([phase, ms]) => [phase.toUpperCase(), ms / 1000]),
  )
  return {
    step: step.number,
    session_step: step.number,
    round_step: step.roundStep,
    agent_step: agent.stepCount,
    round_num: step.round,
    subtask_index: step.subtaskIndex,
    agent_type: agent.agentClass,
    agent_name: agent.name,
    request: context.get('REQUEST'),
    subtask: step.subtask,
    current_subtask: decision?.subtask ?? step.subtask,
    application: context.get('APPLICATION_WINDOW')?.application ?? null,
    app_root: context.get('APPLICATION_ROOT_NAME'),
    application_process_name: context.get('APPLICATION_PROCESS_NAME'),
    observation: decision?.observation ?? null,
    thought: decision?.thought ?? null,
    status: agent.status,
    plan: decision?.plan ?? [],
    message: decision?.message ?? [],
    questions: decision?.questions ?? [],
    comment: decision?.comment ?? null,
    result: decision?.result ?? null,
    action: actions,
    function_call: actions.map((action) => action.function),
    action_type: 'action',
    action_success: actions.filter((action) => action.status === 'success').map(actionString),
    action_representation: actions.map(actionRepresentation),
    results: actions.map((action) => action.result),
    user_confirm: confirmOf(actions),
    save_screenshot: decision?.keepPicture ?? null,
    cost: step.cost,
    llm_cost: step.cost,
    last_error: agent.error,
    execution_times: seconds,
    total_time: Object.values(seconds).reduce((sum, one) => sum + one, 0),
    clean_screenshot_path: step.files.clean,
    annotated_screenshot_path: step.files.annotated,
    desktop_screenshot_path: step.files.desktop,
  }
}

/** Files the step: in history, on the blackboard, in the structural logs and in response.log. */
export function fileStep(step: Step, agent: Agent, shared: SharedMemory): void {
  const record = responseRecord(step, agent)
  agent.stepCount++
  shared.steps.push(stepRecord(step, agent))
  if (step.decision) shared.blackboard.addTrajectories({ round: step.round, actions: step.actions })
  step.context.addToStructuralLogs(record)
  step.context.get('LOGGER')?.write(record)
}

/** Makes a line of request.log: the model's input, and the tokens that it used. Pictures are given by their size. */
export function requestRecord(
  step: Step,
  agent: Agent,
  input: Record<string, unknown>,
  outcome: ModelReply<unknown> | Error,
): Record<string, unknown> {
  const failed = outcome instanceof Error
  return {
    step: step.number,
    agent_type: agent.agentClass,
    request: step.context.get('REQUEST'),
    subtask: step.subtask,
    current_application: step.context.get('APPLICATION_PROCESS_NAME'),
    prev_subtask: step.context.get('PREVIOUS_SUBTASKS'),
    blackboard_prompt: agent.blackboard.view(step.round),
    ...input,
    model: failed ? null : `${outcome.provider}/${outcome.model}`,
    usage: failed ? null : outcome.usage,
    prompt: failed ? null : outcome.prompt,
    error: failed ? messageOf(outcome) : null,
  }
}
