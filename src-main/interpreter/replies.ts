// Makes the replies of `offline` for each role, in the shape of models/replies.ts.
import type { AppInput, HostInput, LinuxInput, StepRecord } from '../models/input.ts'
import { isAppClause, performInApplication, type AppClause } from './acting.ts'
import { isHostClause, type Clause, type HostClause } from './clauses.ts'
import {
  asPart,
  isNoWindow,
  orLeftAtIt,
  partInstead,
  performOnDesktop,
  questionOfDocument,
  select,
  withWindow,
} from './hosting.ts'
import { asksHowToRead } from './greetings.ts'
import { placeOf } from '../../src-preload/contract/clause-marker.ts'
import { act, fail, isAsking, type Move, type Scene } from './moves.ts'
import { parseRequest } from './parser.ts'
import { outcomeOf, readResults } from './progress.ts'
import { partsOf, runProgram, type HostPart, type Said } from './programs.ts'
import { currentWindow, launchedWindow, windowName } from './windows.ts'

type Reply = Record<string, unknown>
/** What is known besides the input. */
export type Place = Pick<Scene, 'home' | 'translate' | 'english'>
type Setting = Omit<Scene, 'trail' | 'label'>

const settingOf = (input: HostInput | AppInput | LinuxInput, place: Place): Setting => ({
  controls: input.kind === 'host' ? [] : input.controls,
  window: input.kind === 'host' ? null : input.window,
  windows: input.windows,
  limited: input.kind === 'host' ? null : input.limited,
  ...place,
  history: input.history,
  answerTo: (question) =>
    input.blackboard.questions.findLast((each) => each.question === question)?.answer ?? null,
})

/** Makes the part of a reply beside its status and actions. A refusal has its reason also as the result, which is recorded. */
const told = (said: Said, result: string | null): Reply => ({
  observation: '',
  thought: said.thought,
  plan: said.plan,
  comment: said.comment,
  questions: said.questions,
  result: said.status === 'FAIL' ? said.comment : said.status === 'FINISH' ? result : null,
})

const refusal = (problem: string): Said => ({
  status: 'FAIL',
  actions: [],
  thought: problem,
  comment: problem,
  questions: [],
  plan: [],
  index: 0,
  phase: null,
})

const joined = (results: string[]): string | null => (results.length === 0 ? null : results.join('\n'))

/** Replies as the host: carries out `open`, `switch to` and `close`, and assigns the clauses between them. */
export function hostSays(input: HostInput, place: Place): Reply {
  const { clauses, problem } = parseRequest(input.request)
  if (!clauses) return { ...told(refusal(problem), null), status: 'FAIL', message: [] }
  const steps = input.history.filter(({ agent }) => agent === 'HostAgent')
  const parts = partsOf(clauses)
  const said = runProgram<HostPart>(
    parts,
    steps,
    settingOf(input, place),
    (part, scene, { after }) => {
      if (part.kind === 'assign') return assign(part, scene, steps, input)
      // The current window may have a part that is called so.
      if (partInstead(part.clause, scene))
        return orLeftAtIt(whatCameOf(scene, input) ?? giveToCurrent(scene), scene)
      const isBegun = scene.trail.some(({ phase }) => phase === 'assign')
      const question = after === undefined ? questionOfDocument(part.clause, scene) : null
      if (question || isBegun)
        return whatCameOf(scene, input) ?? (question ? giveTo(question) : giveToCurrent(scene))
      return performOnDesktop(part.clause, scene, {
        selects: after?.kind !== 'assign',
        isAnswer: after?.kind === 'assign',
        isLast: after === undefined || (after.kind === 'assign' && after.clauses.every(onlyWaits)),
      })
    },
    ({ kind }) => kind === 'assign',
  )
  const part = parts[said.index]
  const assigns = said.phase === 'assign' && part !== undefined
  const found = input.previous_subtasks.flatMap(({ result }) =>
    typeof result === 'string' && result !== '' ? [result] : [],
  )
  const [action] = said.actions
  return {
    ...told(said, joined(found)),
    status: assigns ? 'ASSIGN' : said.status,
    message: [],
    current_subtask: assigns ? part.words : null,
    function: action?.function ?? null,
    arguments: action?.arguments ?? {},
  }
}

/** Whether a clause does nothing about a dialog. */
const onlyWaits = ({ kind }: Clause): boolean => kind === 'wait'

/** What the assigned clauses have come to; null as long as they are not assigned. */
function whatCameOf({ trail }: Scene, { previous_subtasks }: HostInput): Move | null {
  const assigned = trail.filter(({ phase }) => phase === 'assign')
  const last = assigned.at(-1)
  if (!last) return null
  const done = previous_subtasks.at(-1)
  if (last.step.status === 'ASSIGN') {
    if (done?.status === 'FINISH') return { do: 'done' }
    if (typeof done?.result === 'string' && done.result !== '')
      return { do: 'fail', reason: done.result, told: true }
    return fail('It was not done.')
  }
  if (assigned.length === 1) return null
  const outcome = outcomeOf(last.step)
  return fail(outcome.ok ? 'No window could be chosen for it.' : outcome.reason)
}

const giveTo = (window: Parameters<typeof select>[0]): Move =>
  act([select(window)], `It is done in ${windowName(window)}.`, 'assign')

function giveToCurrent({ windows }: Scene): Move {
  const current = currentWindow(windows)
  return current ? giveTo(current) : fail(NO_WINDOW)
}
const NO_WINDOW = 'No window is open. Say first which application: open APP.'

/** Chooses the window that the part before has opened or switched to, else the current one, and assigns the clauses. */
function assign(
  part: Extract<HostPart, { kind: 'assign' }>,
  scene: Scene,
  steps: readonly StepRecord[],
  input: HostInput,
): Move {
  const assigned = whatCameOf(scene, input)
  if (assigned) return assigned
  // What closed without a question needs no answer.
  if (part.clauses.every(({ kind }) => kind === 'discard') && !isAsking(scene)) return { do: 'done' }
  const opened = part.after?.kind === 'open' ? openedBy(part.after, steps, scene) : null
  if (opened) return giveTo(opened)
  if (part.after?.kind === 'switch' && !isNoWindow(part.after, { windows: scene.windows, trail: [] }))
    return withWindow(part.after.what, scene, giveTo)
  return giveToCurrent(scene)
}

function openedBy(clause: Extract<HostClause, { kind: 'open' }>, steps: readonly StepRecord[], scene: Scene) {
  const launch = steps
    .flatMap(({ actions }) => actions)
    .findLast((action) => action.function === 'launch_application')
  return launchedWindow(launch?.result, clause.what, scene.windows)
}

/** Replies as the application's agent: one clause, one reply. */
export function appSays(input: AppInput, place: Place): Reply {
  const { clauses, problem } = parseRequest(input.subtask)
  if (!clauses) return desktopReply(refusal(problem), null)
  // What the host assigns is a part, because it opens applications itself.
  const steps = ofSubtask(input)
  const own = clauses.map((clause) => letIn(clause, steps, input) ?? asPart(clause, true) ?? clause)
  const other = own.find(isHostClause)
  if (other)
    return desktopReply(refusal(`“${other.words}” chooses an application, which the HostAgent does.`), null)
  const said = runProgram<AppClause>(
    own.filter(isAppClause),
    steps,
    settingOf(input, place),
    (clause, scene, { before }) => {
      const move = performInApplication(clause, scene, before)
      return move.do === 'fail' ? (inOpenedWindow(scene, input) ?? move) : move
    },
  )
  return desktopReply(said, joined(readResults(steps)))
}

/** Goes to the window in front that an act of this part has opened, where the chosen one has nothing of what is meant: gLabels’ assistant. */
function inOpenedWindow(
  { trail }: Scene,
  { window, windows, windows_before: before }: AppInput,
): Move | null {
  const isTried = trail.some(({ phase }) => phase !== 'wait')
  const opened = windows.find(
    ({ id, active, kind, process_name }) =>
      active &&
      kind === 'normal' &&
      id !== window?.id &&
      process_name === window?.process_name &&
      before?.includes(id) === false,
  )
  return opened && !isTried
    ? act([select(opened)], `It may be in ${windowName(opened)}, which has opened.`, 'window')
    : null
}

/** What is left of “open FILE” where a dialog asks how to read it, or has asked. */
const letIn = (clause: Clause, steps: readonly StepRecord[], { windows }: AppInput): AppClause | null =>
  clause.kind === 'open' &&
  (steps.some((step) => placeOf(step)?.phase === 'greet') ||
    windows.some((window) => window.kind === 'dialog' && asksHowToRead(window, [clause.what])))
    ? { kind: 'let in', words: clause.words }
    : null

/** Returns the steps of this subtask; where its number is not known, those since the host's last step. */
function ofSubtask({ history, subtask_index: current }: AppInput): StepRecord[] {
  const since = history.slice(history.findLastIndex(({ agent }) => agent === 'HostAgent') + 1)
  return current === undefined
    ? since.filter(({ agent }) => agent === 'AppAgent')
    : history.filter(({ agent, subtask_index: index }) => agent === 'AppAgent' && index === current)
}

/** Replies as one agent that carries out all clauses. */
export function linuxSays(input: LinuxInput, place: Place): Reply {
  const { clauses, problem } = parseRequest(input.request)
  if (!clauses) return desktopReply(refusal(problem), null)
  const steps = input.history.filter(({ agent }) => agent === 'LinuxAgent')
  const said = runProgram<Clause>(
    clauses,
    steps,
    settingOf(input, place),
    (clause, scene, { before, after }) => {
      const part = isHostClause(clause) ? partInstead(clause, scene) : null
      if (part) {
        const own = { ...scene, trail: scene.trail.filter(({ phase }) => phase !== 'launch') }
        return orLeftAtIt(inSomeWindow(own) ?? performInApplication(part, own, undefined), scene)
      }
      if (isHostClause(clause))
        return performOnDesktop(clause, scene, {
          selects: true,
          isAnswer: after !== undefined && isAppClause(after),
          isLast: after === undefined || onlyWaits(after),
        })
      if (clause.kind === 'discard' && scene.trail.length === 0 && !isAsking(scene)) return { do: 'done' }
      return inSomeWindow(scene) ?? performInApplication(clause, scene, before)
    },
  )
  return desktopReply(said, joined(readResults(steps)))
}

/** Chooses the current window if none is chosen; null if one is, and in the middle of a clause. */
function inSomeWindow(scene: Scene): Move | null {
  const last = scene.trail.at(-1)
  if (scene.window !== null || (last !== undefined && last.phase !== 'window')) return null
  if (last) return fail('No window could be chosen.')
  const current = currentWindow(scene.windows)
  if (!current) return fail(NO_WINDOW)
  return act([select(current)], `It is done in ${windowName(current)}.`, 'window')
}

function desktopReply(said: Said, result: string | null): Reply {
  const { status } = said
  return {
    ...told(said, result),
    status,
    action: said.actions.map((action) => ({ ...action, status })),
  }
}
