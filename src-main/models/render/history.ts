// Writes earlier steps as compact lines: what was done, and what came of it.
import type { ActionRecord, BlackboardView, Interruption, StepRecord, SubtaskRecord } from '../input.ts'
import { compactJson, quote } from './data.ts'

const MAX_THOUGHT_LENGTH = 240
const MAX_RESULT_LENGTH = 1500
/** For the newest step, because a result that was just read is needed whole. */
export const MAX_NEW_RESULT_LENGTH = 6000
const MAX_ARGUMENT_LENGTH = 300
const MAX_BRIEF_LENGTH = 120

/** Built-in acts whose result says no more than their effect; only a warning in it is shown. */
const EFFECT_SAYS_ALL: ReadonlySet<string> = new Set([
  'select_application_window', 'launch_application', 'close_application_window', 'set_window_state', 'run_shell', 'click_input',
  'click_on_coordinates', 'drag_on_coordinates', 'move_on_coordinates', 'set_edit_text', 'type_text', 'keyboard_input', 'wheel_mouse_input',
  'select_item', 'select_text', 'set_toggle', 'choose_menu', 'wait',
]) // prettier-ignore

/**
 * Writes the reader's own last steps in full, and as many of the others in brief: their comments, and the effects of their acts. Keeps
 * between half of `last` and `last`: steps are dropped in blocks, so that a prompt begins like the one before.
 */
export function historyLines(
  history: StepRecord[],
  last: number,
  own: (step: StepRecord) => boolean = () => true,
): string[] {
  const shown = new Set([
    ...lastBlocks(history.filter(own), last),
    ...lastBlocks(
      history.filter((step) => !own(step)),
      last,
    ),
  ])
  const left = history.length - shown.size
  const newest = history.at(-1)
  const lines = history
    .filter((step) => shown.has(step))
    .flatMap((step) =>
      stepLines(step, own(step), step === newest ? MAX_NEW_RESULT_LENGTH : MAX_RESULT_LENGTH),
    )
  return [...(left > 0 ? [`(${left} earlier steps left out)`] : []), ...lines]
}

function lastBlocks(steps: StepRecord[], last: number): StepRecord[] {
  const block = Math.max(1, Math.floor(last / 2))
  const left = Math.ceil(Math.max(0, steps.length - last) / block) * block
  return steps.slice(left)
}

function stepLines(step: StepRecord, whole: boolean, longest: number): string[] {
  const subtask = step.subtask_index >= 0 ? ` subtask ${step.subtask_index}` : ''
  const parts = [`step ${step.step} ${step.agent}${subtask} ${step.status}`]
  if (step.subtask && step.subtask_index === -1 && whole) {
    parts.push(`assigned ${quote(step.subtask, MAX_ARGUMENT_LENGTH)}`)
  }
  if (step.thought && whole) parts.push(`thought ${quote(step.thought, MAX_THOUGHT_LENGTH)}`)
  if (step.comment) parts.push(`comment ${quote(step.comment, MAX_THOUGHT_LENGTH)}`)
  if (step.result !== null && step.result !== undefined && step.result !== '') {
    parts.push(`result ${compactJson(step.result, MAX_RESULT_LENGTH)}`)
  }
  const lineOf = (action: ActionRecord) =>
    whole || wentWrong(action) ? actionLine(action, longest) : briefLine(action)
  return [parts.join('; '), ...step.actions.map((action) => `  ${lineOf(action)}`)]
}

/** Gives the target of another agent's act, and its effect. */
function briefLine({ function: name, target, effect, status, evidence }: ActionRecord): string {
  const aim = target === null ? '' : ` ${quote(target, MAX_BRIEF_LENGTH)}`
  return `${name}${aim} → ${effect ?? status}${evidence === null ? '' : `, ${quote(evidence, MAX_BRIEF_LENGTH)}`}`
}

/** True when an act was not carried out, or had another effect. */
export const wentWrong = ({ status, effect }: ActionRecord): boolean =>
  status !== 'success' || effect === 'contradicted'

/** Takes in `longest` the number of characters of the act's result. */
export function actionLine(action: ActionRecord, longest = MAX_RESULT_LENGTH): string {
  const values = Object.entries(action.arguments).map(
    ([name, value]) => `${name}=${compactJson(value, MAX_ARGUMENT_LENGTH)}`,
  )
  return `${action.function}(${values.join(', ')}) → ${outcome(action, longest)}`
}

function outcome(action: ActionRecord, longest: number): string {
  const parts: string[] = []
  if (action.user_confirm === 'no') parts.push('refused by the person')
  else if (action.status === 'failure') parts.push('failed')
  else parts.push(action.status)
  if (action.user_confirm === 'yes') parts.push('approved by the person')
  if (action.error) parts.push(quote(action.error, MAX_ARGUMENT_LENGTH))
  if (action.effect) parts.push(`effect ${action.effect}`)
  if (action.evidence) parts.push(quote(action.evidence, MAX_ARGUMENT_LENGTH))
  const result = toldResult(action)
  if (result !== null && result !== '') parts.push(`result ${compactJson(result, longest)}`)
  return parts.join(', ')
}

function toldResult({ function: name, result }: ActionRecord): unknown {
  if (!EFFECT_SAYS_ALL.has(name)) return result ?? null
  return typeof result === 'string' && result.includes('Warning:') ? result : null
}

export const subtaskLines = (subtasks: SubtaskRecord[]): string[] =>
  subtasks.map(
    ({ subtask, status, result }) =>
      `${quote(subtask, MAX_ARGUMENT_LENGTH)} → ${status}, result ${compactJson(result, MAX_RESULT_LENGTH)}`,
  )

/** Puts fixed words around what was recorded. */
export function interruptionLines(interruption: Interruption | null): string[] {
  if (!interruption) return []
  const { idle = false, newDesktop, plan, unknown } = interruption
  return [
    idle
      ? 'The desktop was closed while nobody asked for anything.'
      : 'Deskhand ended in the middle of this request. The steps so far were done before that, and nothing since.',
    newDesktop
      ? 'The desktop is a new one: the windows and unsaved work of before are gone, what was saved or sent is not.'
      : 'The desktop is the same. The ids of its controls are new.',
    ...(unknown === null
      ? []
      : [
          `This act may or may not have happened: ${quote(unknown, MAX_ARGUMENT_LENGTH)}. Look first, never repeat it blindly.`,
        ]),
    ...plan.map((entry) => `- planned then: ${quote(entry, MAX_ARGUMENT_LENGTH)}`),
  ]
}

/** Gives the person's earlier answers and wishes in their own words, and so outside data blocks. */
export const answerLines = (questions: BlackboardView['questions']): string[] =>
  questions.map(
    ({ question, answer }) =>
      `- asked ${quote(question, MAX_RESULT_LENGTH)}: ${quote(answer, MAX_RESULT_LENGTH)}`,
  )

export const personLines = (blackboard: BlackboardView): string[] => [
  ...answerLines(blackboard.questions),
  ...blackboard.requests.map((request) => `- earlier request: ${quote(request, MAX_RESULT_LENGTH)}`),
]

/** Gives the results of the session's earlier requests, and the acts that were done for them. */
export const earlierLines = ({ outcomes, acts }: Pick<BlackboardView, 'outcomes' | 'acts'>): string[] => [
  ...outcomes.flatMap(({ request, status, result, subtasks }) => [
    `${quote(request, MAX_ARGUMENT_LENGTH)} → ${status}, result ${compactJson(result, MAX_RESULT_LENGTH)}`,
    ...subtaskLines(subtasks).map((line) => `  subtask ${line}`),
  ]),
  ...acts.map((act) => `act ${actionLine(act, MAX_ARGUMENT_LENGTH)}`),
]
