// Takes over from a run that was interrupted: its request, what was done for it, its plan, what it has cost. Never takes over ids
// of controls, approvals or open questions.
import type { ActionView, RoundView, RunView, StepView } from '../../src-preload/contract/run-view.ts'
import { leftOf } from '../../src-preload/contract/checklist-view.ts'
import { StoppedError, UserError } from '../core/errors.ts'
import type { Interactor } from '../core/interactor.ts'
import type { RunControl } from '../core/run-control.ts'
import type { ActionRecord, Interruption, StepRecord, SubtaskRecord } from '../models/input.ts'

export interface Resumption {
  /** The interrupted run. */
  run: string
  session: string
  mode: string
  strategy: string
  display: 'host' | 'virtual'
  /** The request that was interrupted; null when the run waited for its next one. */
  request: string | null
  /** Numbers of its commands that ask the person first. */
  ask?: number[] | undefined
  /** The requests before it, oldest first. */
  requests: string[]
  /** The person's questions and answers. */
  answers: { question: string; answer: string }[]
  /** The steps that were done for the request so far, as steps of the round that continues it. */
  steps: StepRecord[]
  subtasks: SubtaskRecord[]
  /** ROUND_SUBTASK_AMOUNT to continue from. */
  subtask: number
  plan: string[]
  /** The act of the last step that may or may not have happened, in words. */
  unknown: string | null
  /** Number of the first new step. */
  firstStep: number
  /** US dollars, null where a price is unknown. */
  spent: number | null
}

/** The number of the continuing round, in its own session. */
const ROUND = 0
export const UNKNOWN_ACT =
  'Deskhand ended in the middle of this act: it may or may not have happened. Look first, never repeat it blindly.'

/** Throws UserError for a run that acted on another machine, or for another machine. */
export function resumptionOf(view: RunView): Resumption {
  const display = view.display?.kind ?? 'virtual'
  if (display === 'device') {
    throw new UserError(
      `This run acted on the device “${view.display?.name ?? ''}” and can’t be continued from here: send its request there again.`,
    )
  }
  if (view.mode === 'device') {
    throw new UserError('A server has driven this run: whether it goes on is the server’s to say.')
  }
  const last = view.rounds.at(-1)
  const interrupted = last && last.status === null ? last : null
  const open = interrupted && { ...interrupted, ...leftOf(view, interrupted) }
  const kept = open ? open.steps.filter((step) => wasBegun(step) && !isPendingAssignment(step, open)) : []
  const unknown = kept.at(-1)?.actions.find(({ status }) => status === 'acting') ?? null
  const steps = view.rounds.flatMap((round) => round.steps)
  return {
    run: view.run,
    session: view.session,
    mode: view.mode,
    strategy: view.strategy,
    display,
    request: open?.request ?? null,
    ask: open?.ask,
    requests: view.rounds.filter((round) => round !== interrupted).map(({ request }) => request),
    answers: view.questions
      .filter(({ kind, answer }) => kind === 'question' && answer !== null && answer !== '')
      .map(({ text, answer }) => ({ question: text, answer: answer ?? '' })),
    steps: kept.map((step) => recordOf(step, view)),
    subtasks: (open?.subtasks ?? []).map(({ subtask, status, result }) => ({ subtask, status, result })),
    subtask: open ? subtaskOf(open) : 0,
    plan: open?.steps.findLast(({ plan }) => plan.length > 0)?.plan ?? [],
    unknown: unknown?.words ?? null,
    firstStep: Math.max(-1, ...steps.map(({ step }) => step)) + 1,
    spent: view.cost,
  }
}

/** Tells whether an act of the step has begun. A step that only observed or decided is repeated. */
const wasBegun = (step: StepView): boolean =>
  step.phase === 'finished' || step.actions.some(({ status }) => status !== 'waiting')

/** Tells whether the step assigned a subtask without a recorded end, which is then assigned again. */
function isPendingAssignment(step: StepView, round: RoundView): boolean {
  if (step.status !== 'ASSIGN') return false
  const after = round.steps.slice(round.steps.indexOf(step) + 1)
  if (after.some(({ subtask_index }) => subtask_index === -1)) return false
  const taken = after.findLast(isOfSubtask)?.subtask_index ?? null
  return taken === null || taken > lastEnded(round)
}

const isOfSubtask = ({ subtask_index }: StepView): boolean => subtask_index !== null && subtask_index >= 0
const lastEnded = (round: RoundView): number => round.subtasks.at(-1)?.index ?? -1

/**
 * ROUND_SUBTASK_AMOUNT at which the interrupted subtask gets its old number, so that its steps are found in the history: an assignment by
 * the host counts one.
 */
function subtaskOf(round: RoundView): number {
  const last = round.steps.findLast(isOfSubtask)
  const index = last?.subtask_index ?? -1
  if (!last || index <= lastEnded(round)) return lastEnded(round) + 1
  const isHandedOn = last.agent === 'AppAgent' || round.steps.some(({ agent }) => agent === 'HostAgent')
  return isHandedOn ? index - 1 : index
}

function recordOf(step: StepView, view: RunView): StepRecord {
  const begun = step.actions.filter(({ status }) => status !== 'waiting')
  const rest = step.phase === 'finished' ? [] : step.decided.slice(begun.length)
  return {
    step: step.step,
    round: ROUND,
    agent: step.agent,
    subtask_index: step.subtask_index ?? -1,
    subtask: step.subtask,
    observation: step.observation,
    thought: step.thought,
    plan: step.plan,
    status: step.status ?? 'CONTINUE',
    comment: step.comment,
    result: step.result ?? null,
    actions: [
      ...begun.map((action) => actionOf(action, view)),
      ...rest.map((decided) => ({
        ...emptyAction(decided.function, decided.arguments),
        status: 'skipped' as const,
        error: 'Not begun: Deskhand ended before it.',
      })),
    ],
  }
}

const emptyAction = (name: string, values: Record<string, unknown>): ActionRecord => ({
  function: name,
  arguments: values,
  status: 'none',
  target: null,
  result: null,
  error: null,
  effect: null,
  evidence: null,
  user_confirm: null,
})

function actionOf(action: ActionView, view: RunView): ActionRecord {
  const { tool_name, parameters, target, status, result, error, effect, evidence, told } = action
  const asked = view.questions.findLast(({ call_id }) => call_id === action.call_id)
  const isUnknown = status === 'acting' || status === 'waiting'
  return {
    ...emptyAction(tool_name, parameters),
    status: isUnknown ? 'none' : status,
    target: target.role && target.name ? `${target.role} “${target.name}”` : null,
    result,
    error: isUnknown ? UNKNOWN_ACT : error,
    effect,
    evidence,
    told,
    user_confirm: asked?.answer === 'yes' ? 'yes' : asked?.answer === 'no' ? 'no' : null,
  }
}

/** Returns the interruption as the agents get it. */
export const interruptionOf = (resumption: Resumption, newDesktop: boolean): Interruption => ({
  newDesktop,
  plan: resumption.plan,
  unknown: resumption.unknown,
})

/** Acts that have the same outcome when they are repeated. */
const TWICE_IS_ONCE = new Set([
  'select_application_window',
  'set_toggle',
  'texts',
  'wait',
  'wait_for_control',
])

/** Keys with the same outcome when they are repeated: go to an end, select all, save. */
const SAME_AGAIN = /^ctrl\+(home|end|a|s)$/i

const isOnceIfTwice = ({ function: name, arguments: { keys } }: ActionRecord): boolean =>
  TWICE_IS_ONCE.has(name) || (name === 'keyboard_input' && typeof keys === 'string' && SAME_AGAIN.test(keys))

/** Tells whether the run can continue without a person's answer, as long as its desktop lives. */
export function isKnown({ unknown, steps }: Pick<Resumption, 'unknown' | 'steps'>): boolean {
  const act = steps.at(-1)?.actions.find(({ error }) => error === UNKNOWN_ACT)
  return unknown === null || (act !== undefined && isOnceIfTwice(act))
}

const HAPPENED = 'It has happened'
const NOT_HAPPENED = 'It has not'
const AGAIN = 'Begin again'
const LEAVE = 'Leave it'

/**
 * Asks a person what can't be known, because plain commands can't judge the screen: whether the last act has happened, and, if its desktop
 * is gone, whether to repeat everything. Throws StoppedError when nobody is present.
 */
export async function settleUnknown(
  resumption: Resumption,
  newDesktop: boolean,
  interactor: Interactor,
  run: RunControl,
): Promise<Resumption> {
  const ask = async (question: string, choices: [string, string]) => {
    const { answer, by } = await interactor.questionAsker(question, 1, choices, run)
    if (by === 'nobody') throw new StoppedError('unanswered', `Nobody is there to answer: ${question}`)
    return answer
  }
  if (newDesktop) {
    if (resumption.steps.length === 0) return resumption
    const question =
      'The desktop of the interrupted run is gone, and plain commands can’t tell what is still to be done. ' +
      'Begin the request again? What was saved or sent before may be there already.'
    if ((await ask(question, [AGAIN, LEAVE])) === LEAVE)
      throw new StoppedError('stopped', 'It was left as it is.')
    return { ...resumption, steps: [], subtasks: [], subtask: 0, unknown: null }
  }
  if (resumption.unknown === null) return resumption
  const last = resumption.steps.at(-1)
  if (!last) return resumption
  const before = resumption.steps.slice(0, -1)
  const act = last.actions.find(({ error }) => error === UNKNOWN_ACT)
  if (act && isOnceIfTwice(act)) return { ...resumption, unknown: null, steps: before }
  const question = `Deskhand ended in the middle of this: ${resumption.unknown}. Has it happened? Look at the desktop before you answer.`
  const happened = (await ask(question, [HAPPENED, NOT_HAPPENED])) === HAPPENED
  const known = last.actions.map((action) =>
    action.error === UNKNOWN_ACT ? { ...action, status: 'success' as const, error: null } : action,
  )
  return {
    ...resumption,
    unknown: null,
    steps: happened ? [...before, { ...last, actions: known }] : before,
  }
}
