// Defines what a model gets to know, before any adapter renders it. `offline` reads the same structures.
import type { CodedText } from '../../src-preload/contract/coded-text.ts'
import type { Memory } from '../../src-preload/contract/memory.ts'
import type { MCPToolInfo, Result } from '../core/command.ts'
import type { Control, InstalledApplication, Picture, WindowInfo } from '../core/desktop.ts'
import type { Effect, ResultStatus } from '../../src-preload/contract/events.ts'
import type { OperatorThread } from './operator/reply.ts'

/** One action of an earlier step and its result. */
export interface ActionRecord {
  function: string
  arguments: Record<string, unknown>
  status: ResultStatus
  /** The target's name at that time, for people: `button “7”`. */
  target: string | null
  result: unknown
  error: string | null
  effect: Effect | null
  evidence: string | null
  /** The same as `evidence`, as codes; missing where nothing was observed. */
  told?: CodedText[] | undefined
  /** `yes` or `no` when a person was asked, else null. */
  user_confirm: 'yes' | 'no' | null
  /** The code of a failure, where it has one: after `target_changed` nothing was done. */
  code?: Result['code']
}

/** One earlier step, as history for prompts and for `offline`. */
export interface StepRecord {
  step: number
  round: number
  agent: string
  /** Number of the subtask within the round; -1 for the host. */
  subtask_index: number
  subtask: string | null
  observation: string | null
  thought: string | null
  plan: string[]
  status: string
  comment: string | null
  result: unknown
  actions: ActionRecord[]
}

export interface SubtaskRecord {
  subtask: string
  status: string
  result: unknown
}

/** A picture for a model, smaller than the screen where the model needs no more. */
export interface ModelPicture {
  /** The kind of picture: `clean`, `annotated`, `last`. */
  label: string
  picture: Picture
}

/** The result of a request of the session. */
export interface RequestOutcome {
  request: string
  status: string
  result: unknown
  subtasks: SubtaskRecord[]
}

export interface BlackboardView {
  questions: { question: string; answer: string }[]
  requests: string[]
  /** Of the requests that have ended in this program, without those before an interruption. */
  outcomes: RequestOutcome[]
  /** Acts of earlier requests, oldest first. */
  acts: ActionRecord[]
}

/** The facts of an interrupted run that its continuation gets; the finished steps are in the history. */
export interface Interruption {
  /** The run was between two requests, and its desktop was given back, so nothing was cut short. */
  idle?: boolean
  /** The earlier windows are gone. */
  newDesktop: boolean
  plan: string[]
  /** The last act, in words, if it may or may not have happened. */
  unknown: string | null
}

interface CommonInput {
  request: string
  /** Steps of this round, of all its agents, oldest first. */
  history: StepRecord[]
  plan: string[]
  blackboard: BlackboardView
  pictures: ModelPicture[]
  tools: MCPToolInfo[]
  /** Platform name and version, for key names and habits. */
  os: string
  /** The person's home folder. */
  home?: string
  /** Applications that can be opened; left out for an agent that opens none. */
  applications?: InstalledApplication[]
  /** Set in a round that continues an interrupted run. */
  interruption?: Interruption | null
  /** Earlier memories that fit this request, the best first. */
  memories?: Memory[]
}

export interface HostInput extends CommonInput {
  kind: 'host'
  windows: WindowInfo[]
  previous_subtasks: SubtaskRecord[]
}

/** Controls of this step compared with those of an earlier one in the same message list. */
export interface ControlDifference {
  base_step: number
  /**
   * The controls of the base step, unchanged. They are rendered before the difference, byte for byte as in the steps before, so that
   * services can cache them. Without them all controls of this step are rendered.
   */
  base?: Control[]
  added: Control[]
  changed: Control[]
  /** Controls of which only the place is another, all by the same way, as in a list that was scrolled: `(x,y)` in pixels. */
  moved: { by: string; ids: string[] }[]
  removed: string[]
}

export interface AppInput extends CommonInput {
  kind: 'app'
  subtask: string
  /** `subtask_index` of this subtask's steps in the history, because the same words may be assigned twice. */
  subtask_index?: number
  /** Tips of the host for this subtask. */
  host_message: string[]
  window: WindowInfo | null
  windows: WindowInfo[]
  /** Ids of the windows that were there when the subtask began; what has opened since, its acts have opened. */
  windows_before?: readonly string[]
  /** All controls of this step. */
  controls: Control[]
  /** Set when only the difference may be rendered. */
  difference: ControlDifference | null
  /** Why the observation is incomplete. */
  limited: string | null
  previous_subtasks: SubtaskRecord[]
}

export interface LinuxInput extends Omit<AppInput, 'kind'> {
  kind: 'linux'
}

/** The input of a computer-use model: its one picture is the whole desktop, and it acts on points of it. */
export interface OperatorInput extends CommonInput {
  kind: 'operator'
  subtask: string
  host_message: string[]
  previous_subtasks: SubtaskRecord[]
  /** The state of the conversation from the last reply; null at its beginning. */
  thread: OperatorThread | null
  /** The results of the last reply's acts. */
  done: ActionRecord[]
  /** Notes for the model, such as why something was not done. */
  notes: string[]
}

export interface EvaluationInput {
  kind: 'evaluation'
  request: string
  result: unknown
  /** The person's answers. */
  questions?: BlackboardView['questions']
  /** Requests before this one, and what came of them: this one may refer to them, but is judged alone. */
  earlier?: RequestOutcome[]
  trajectory: StepRecord[]
  pictures: ModelPicture[]
  tools: MCPToolInfo[]
}

/** The seed's Tools Input, for the tools of a planner; their reply is text. */
export interface ToolInput {
  kind: 'tool'
  str_input: string
  /** The seed's `img_input`. */
  pictures: ModelPicture[]
  tools: MCPToolInfo[]
}

export type ModelInput = HostInput | AppInput | LinuxInput | OperatorInput | EvaluationInput | ToolInput
