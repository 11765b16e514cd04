// Defines what an agent has decided, and makes it out of a reply of any of the reply schemas.
import type { WindowInfo } from '../core/desktop.ts'
import { sameLabel } from '../matching/agreement.ts'
import type { AppReply, HostReply, LinuxReply } from '../models/replies.ts'

export interface DecidedAction {
  function: string
  arguments: Record<string, unknown>
  status: string
}

export interface Decision {
  observation: string | null
  thought: string | null
  /** The status of the whole reply. The agent's status also depends on the results of the actions. */
  status: string
  plan: string[]
  comment: string | null
  questions: string[]
  /** Tips for the agent that a subtask is assigned to. */
  message: string[]
  /** The subtask to assign. */
  subtask: string | null
  result: unknown
  actions: DecidedAction[]
  /** Why the picture of this step should be kept on the blackboard; null where it should not be. */
  keepPicture: string | null
}

/** Names by which models say that there is nothing to do. */
const NO_FUNCTION = new Set(['', 'none', 'null', 'no_action'])
const isFunction = (name: string): boolean => !NO_FUNCTION.has(name.trim().toLowerCase())

/** @param windows The reply may choose one of them with its subtask. An unknown one fails like any act. */
export function decisionOfHost(reply: HostReply, windows: readonly WindowInfo[]): Decision {
  const chosen = reply.status === 'ASSIGN' && !isFunction(reply.function ?? '') ? reply.window : null
  if (chosen !== null) {
    const name = windows.find(({ id }) => id === chosen)?.title ?? ''
    const choice = { function: CHOOSE_WINDOW, arguments: { id: chosen, name }, window: null }
    return decisionOfHost({ ...reply, ...choice }, windows)
  }
  const name = reply.function ?? ''
  const { observation, thought, status, plan, comment, questions, message } = reply
  const calls = [{ function: name, arguments: reply.arguments, status }, ...reply.action]
  return {
    observation,
    thought,
    status,
    plan,
    comment,
    questions,
    message,
    subtask: reply.current_subtask,
    result: reply.result ?? null,
    // A call without a status takes the reply's, such as that a person must be asked about it.
    actions: calls
      .filter((call) => isFunction(call.function))
      .map((call) => (call.status === 'CONTINUE' ? { ...call, status } : call)),
    keepPicture: null,
  }
}

/**
 * Makes a decision of a reply. A reply without an action and a status does not end anything, so the work continues. (The reference takes it
 * for FINISH, which reports success for an empty reply.)
 */
export function decisionOfApp(reply: AppReply | LinuxReply): Decision {
  const { observation, thought, plan, comment, questions } = reply
  const saved = 'save_screenshot' in reply ? reply.save_screenshot : null
  const action = asked(reply)
  return {
    observation,
    thought,
    status: statusOf(action, reply.status),
    plan,
    comment,
    questions,
    message: [],
    subtask: null,
    result: reply.result ?? null,
    actions: action.filter((each) => isFunction(each.function)),
    keepPicture: saved?.save ? (saved.reason ?? '') : null,
  }
}

/** The tool that goes on in another window. */
export const CHOOSE_WINDOW = 'select_application_window'
/** Tools whose target is a window. */
export const WINDOW_TOOLS: ReadonlySet<string> = new Set([
  CHOOSE_WINDOW,
  'close_application_window',
  'set_window_state',
])
/** Acts that name a control alone. At a window they mean that the work goes on in it, which a click into it would not do. */
const POINTING = new Set(['click_input', 'select_item'])

/** Makes the choice of a window of each act that names one of these windows, by its id and its name, in place of a control. */
export function goingOnIn(windows: readonly WindowInfo[], decision: Decision): Decision {
  const actions = decision.actions.map((action) => {
    const { id, name = '' } = action.arguments
    const isMeant = (window: WindowInfo) =>
      window.id === String(id) && (name === '' || sameLabel(window.title, String(name)))
    return POINTING.has(action.function) && windows.some(isMeant)
      ? { ...action, function: CHOOSE_WINDOW, arguments: { id: String(id), name } }
      : action
  })
  return { ...decision, actions }
}

/** Takes the status of the last act; a reply that finishes need not repeat it, also where the act is asked about. */
function statusOf(action: readonly DecidedAction[], status: string | null): string {
  const last = (action.find(isHeldBack) ?? action.at(-1))?.status ?? null
  return last === null || (GOES_ON.has(last) && status === 'FINISH') ? (status ?? 'CONTINUE') : last
}
const GOES_ON = new Set(['CONTINUE', 'CONFIRM'])

/** Has the person asked about each act of a reply that says so as a whole, if none of its acts says it. */
function asked({ action, status }: AppReply | LinuxReply): DecidedAction[] {
  if (status !== 'CONFIRM' || action.some((each) => each.status === 'CONFIRM')) return action
  return action.map((each) => (each.status === 'CONTINUE' ? { ...each, status } : each))
}

/** Statuses that forbid an act now, because questions come first, and impossible work is not begun. */
const NOT_NOW = new Set(['PENDING', 'FAIL'])
export const isHeldBack = (action: DecidedAction): boolean => NOT_NOW.has(action.status)

/** Returns the reason of a FAIL, in the model's words. */
export const reasonOf = (decision: Decision): string =>
  [decision.comment, typeof decision.result === 'string' ? decision.result : null, decision.thought].find(
    (text) => text,
  ) ?? 'The model gave no reason.'

const HEADING = '## '

/**
 * Plan entries that begin with `## ` end a part of the work; the rest after one is a subtask of its own. The boundary is reached when an
 * entry from further down has become the first, or is gone without another in its place.
 */
export class PlanParts {
  /** Name of the current part, null while it has none. */
  #current: string | null = null
  #ahead: string[] = []

  reset(): void {
    this.#current = null
    this.#ahead = []
  }

  /** Returns the part that has ended with this plan (null when it had no name), or `undefined` where none has. */
  next(plan: readonly string[]): { ended: string | null } | undefined {
    const first = headingOf(plan[0])
    const ahead = plan.slice(1).flatMap((entry) => headingOf(entry) ?? [])
    const reached = first === null ? this.#gone(ahead) : this.#ahead.includes(first) ? first : null
    const ended = reached === null ? undefined : { ended: this.#current }
    this.#current = reached ?? first ?? this.#current
    this.#ahead = ahead
    return ended
  }

  #gone(ahead: readonly string[]): string | null {
    if (ahead.length >= this.#ahead.length) return null
    return this.#ahead.find((heading) => !ahead.includes(heading)) ?? null
  }
}

const headingOf = (entry: string | undefined): string | null =>
  entry?.startsWith(HEADING) ? entry.slice(HEADING.length).trim() : null
