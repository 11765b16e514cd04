// Decides for the HostAgent what a plan or the request itself has settled for a round: it opens or assigns that without asking a
// model.
import { outcomeOf } from '../interpreter/progress.ts'
import { launchedWindow } from '../interpreter/windows.ts'
import type { WindowInfo } from '../core/desktop.ts'
import type { StepRecord, SubtaskRecord } from '../models/input.ts'
import type { DecidedAction, Decision } from './decision.ts'

export type Given =
  /** Opens an application or a file; then the round is over, or the model continues with the request. */
  | { kind: 'open'; what: string; after: 'finish' | 'ask' }
  /** Assigns one subtask to the application in front; the round ends with it. */
  | { kind: 'subtask'; subtask: string }
  /** The request is about one window, so it is assigned unchanged. If that fails, the model is asked. */
  | { kind: 'whole'; request: string; window: WindowInfo }
  /** The model has assigned the last subtask, after so many; if it succeeds, its result is that of the request. */
  | { kind: 'last'; after: number }

export interface GivenScene {
  /** The host's own steps of this round, oldest first. */
  steps: readonly StepRecord[]
  /** Subtasks of this round that have ended. */
  subtasks: readonly SubtaskRecord[]
  windows: readonly WindowInfo[]
}

/** Returns the next decision, read from the steps alone, so that an interrupted round continues at its place; null asks the model. */
export function decideGiven(given: Given, scene: GivenScene): Decision | null {
  if (given.kind === 'open') return open(given, scene)
  if (given.kind === 'last') return scene.subtasks.length > given.after ? carriedOut(scene) : null
  return given.kind === 'whole' ? whole(given, scene) : assign(given.subtask, scene)
}

function carriedOut({ subtasks }: GivenScene): Decision | null {
  const done = subtasks.at(-1)
  if (done?.status !== 'FINISH') return null
  return { ...decision('FINISH', 'The request is carried out.'), result: done.result }
}

function whole(
  { request, window: { id, title } }: Extract<Given, { kind: 'whole' }>,
  scene: GivenScene,
): Decision | null {
  const { steps, subtasks } = scene
  if (steps.length === 1) return carriedOut(scene)
  if (subtasks.length > 0 || steps.length > 0) return null
  return { ...aboutWindow('ASSIGN', { id, title }), subtask: request }
}

/** Chooses the window that a request is about. */
export const aboutWindow = (status: string, { id, title }: Pick<WindowInfo, 'id' | 'title'>): Decision =>
  decision(status, `The request is about “${title}”.`, ['select_application_window', { id, name: title }])

function open({ what, after }: Extract<Given, { kind: 'open' }>, { steps, windows }: GivenScene) {
  const having = (name: string) =>
    steps.filter(({ actions }) => actions.some((action) => action.function === name))
  const launches = having('launch_application')
  const launch = launches.at(-1)
  const chosen = having('select_application_window').at(-1)
  if (!launch) return launchOf(what)
  const outcomes = [launch, chosen].map((step) => (step ? outcomeOf(step) : null))
  const failed = outcomes.find((outcome) => outcome?.ok === false)
  if (failed?.ok === false) {
    // An application that ends as it starts is started once more, as a person would do.
    const ended = !chosen && !failed.refused && wasDone(launch) && launches.length === 1
    return ended ? launchOf(what) : fail(`“${what}” could not be opened: ${failed.reason}`)
  }
  if (chosen) return after === 'ask' ? null : decision('FINISH', `“${what}” is open.`)
  const result = launch.actions.find((action) => action.function === 'launch_application')?.result
  const window = launchedWindow(result, what, windows)
  if (!window) return fail(`“${what}” was started, but no window of it has opened.`)
  const status = after === 'ask' ? 'CONTINUE' : 'FINISH'
  return decision(status, `“${what}” is open.`, [
    'select_application_window',
    { id: window.id, name: window.title },
  ])
}

const launchOf = (what: string): Decision =>
  decision('CONTINUE', `The plan says: open “${what}”.`, ['launch_application', { name: what }])

/** Tells whether the acts were carried out, whatever their effects. */
const wasDone = ({ actions }: StepRecord): boolean => actions.every(({ status }) => status === 'success')

function assign(subtask: string, { steps, subtasks }: GivenScene): Decision {
  const done = subtasks.at(-1)
  if (done) {
    if (done.status === 'FINISH')
      return { ...decision('FINISH', 'The step of the plan is done.'), result: done.result }
    return fail(
      typeof done.result === 'string' && done.result !== ''
        ? done.result
        : 'The step of the plan was not done.',
    )
  }
  if (steps.some(({ status }) => status === 'CONTINUE'))
    return fail('No window is open in which the step of the plan could be done.')
  return { ...decision('ASSIGN', 'The plan says what comes next.'), subtask }
}

export function decision(
  status: string,
  comment: string,
  act: [name: string, parameters: Record<string, unknown>] | null = null,
): Decision {
  const actions: DecidedAction[] = act ? [{ function: act[0], arguments: act[1], status }] : []
  return {
    observation: null,
    thought: null,
    status,
    plan: [],
    comment,
    questions: [],
    message: [],
    subtask: null,
    result: null,
    actions,
    keepPicture: null,
  }
}

const fail = (reason: string): Decision => decision('FAIL', reason)
