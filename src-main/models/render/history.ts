// Earlier steps as compact lines: what was done, and what came of it.
import type { ActionRecord, BlackboardView, StepRecord, SubtaskRecord } from '../input.ts'
import { compactJson, quote } from './data.ts'

const LONGEST_THOUGHT = 240
const LONGEST_RESULT = 1500
const LONGEST_ARGUMENT = 300

/** Built-in acts whose result says no more than their effect does; only a warning in it is told. */
const EFFECT_SAYS_ALL: ReadonlySet<string> = new Set([
  'select_application_window', 'launch_application', 'close_application_window', 'run_shell', 'click_input',
  'click_on_coordinates', 'drag_on_coordinates', 'set_edit_text', 'type_text', 'keyboard_input', 'wheel_mouse_input',
  'select_item', 'set_toggle', 'choose_menu', 'wait',
]) // prettier-ignore

export function historyLines(history: StepRecord[], last: number): string[] {
  const shown = history.slice(-last)
  const left = history.length - shown.length
  return [...(left > 0 ? [`(${left} earlier steps left out)`] : []), ...shown.flatMap(stepLines)]
}

function stepLines(step: StepRecord): string[] {
  const subtask = step.subtask_index >= 0 ? ` subtask ${step.subtask_index}` : ''
  const parts = [`step ${step.step} ${step.agent}${subtask} ${step.status}`]
  if (step.subtask !== null && step.subtask_index === -1) {
    parts.push(`assigned ${quote(step.subtask, LONGEST_ARGUMENT)}`)
  }
  if (step.thought) parts.push(`thought ${quote(step.thought, LONGEST_THOUGHT)}`)
  if (step.comment) parts.push(`comment ${quote(step.comment, LONGEST_THOUGHT)}`)
  if (step.result !== null && step.result !== undefined && step.result !== '') {
    parts.push(`result ${compactJson(step.result, LONGEST_RESULT)}`)
  }
  return [parts.join('; '), ...step.actions.map((action) => `  ${actionLine(action)}`)]
}

export function actionLine(action: ActionRecord): string {
  const values = Object.entries(action.arguments).map(
    ([name, value]) => `${name}=${compactJson(value, LONGEST_ARGUMENT)}`,
  )
  return `${action.function}(${values.join(', ')}) → ${outcome(action)}`
}

function outcome(action: ActionRecord): string {
  const parts: string[] = []
  if (action.user_confirm === 'no') parts.push('refused by the person')
  else if (action.status === 'failure') parts.push('failed')
  else parts.push(action.status)
  if (action.user_confirm === 'yes') parts.push('approved by the person')
  if (action.error) parts.push(quote(action.error, LONGEST_ARGUMENT))
  if (action.effect) parts.push(`effect ${action.effect}`)
  if (action.evidence) parts.push(quote(action.evidence, LONGEST_ARGUMENT))
  const result = toldResult(action)
  if (result !== null && result !== '') parts.push(`result ${compactJson(result, LONGEST_RESULT)}`)
  return parts.join(', ')
}

function toldResult({ function: name, result }: ActionRecord): unknown {
  if (!EFFECT_SAYS_ALL.has(name)) return result ?? null
  return typeof result === 'string' && result.includes('Warning:') ? result : null
}

export const subtaskLines = (subtasks: SubtaskRecord[]): string[] =>
  subtasks.map(
    ({ subtask, status, result }) =>
      `${quote(subtask, LONGEST_ARGUMENT)} → ${status}, result ${compactJson(result, LONGEST_RESULT)}`,
  )

/** What the person has answered and asked for before: their own words, so outside of data blocks. */
export const personLines = (blackboard: BlackboardView): string[] => [
  ...blackboard.questions.map(
    ({ question, answer }) => `- asked ${quote(question, LONGEST_RESULT)}: ${quote(answer, LONGEST_RESULT)}`,
  ),
  ...blackboard.requests.map((request) => `- earlier request: ${quote(request, LONGEST_RESULT)}`),
]
