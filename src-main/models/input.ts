// Defines what a model gets to know, before any adapter renders it. `offline` reads the same structures.
import type { CodedText } from '../../src-preload/contract/coded-text.ts'
import type { Memory } from '../../src-preload/contract/memory.ts'
import type { MCPToolInfo, Result } from '../core/command.ts'
import type { Control, InstalledApplication, Picture, WindowInfo } from '../core/desktop.ts'
import type { Effect, ResultStatus } from '../../src-preload/contract/events.ts'
import type { OperatorThread } from './operator/reply.ts'

/** One action of an earlier step and what came of it. */
export interface ActionRecord {
  function: string
  arguments: Record<string, unknown>
  status: ResultStatus
  /** The target's name at that time, for a reader: `button “7”`. */
  target: string | null
  result: unknown
  error: string | null
  effect: Effect | null
  evidence: string | null
  /** What `evidence` says; missing where nothing was seen. */
  told?: CodedText[] | undefined
  /** `yes` or `no` when a person was asked, else null. */
  user_confirm: 'yes' | 'no' | null
  /** The kind of failure, where it has one: after `target_changed` nothing was done. */
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
  /** What it shows: `clean`, `annotated`, `last`. */
  label: string
  picture: Picture
}

/** What came of a request of the session. */
export interface RequestOutcome {
  request: string
  status: string
  result: unknown
  subtasks: SubtaskRecord[]
}

export interface BlackboardView {
  questions: { question: string; answer: string }[]
  requests: string[]
  /** Of the requests that have ended in this program; none of those before an interruption. */
  outcomes: RequestOutcome[]
  /** Acts of earlier requests, oldest first. */
  acts: ActionRecord[]
}

/** What a run that continues an interrupted one gets to know of it; the steps that were done are in the history. */
export interface Interruption {
  /** Nothing was cut short: it was between two requests, and the desktop was given back. */
  idle?: boolean
  /** The windows from before are gone. */
  newDesktop: boolean
  plan: string[]
  /** The last act, in words, where it may or may not have happened. */
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
  /** What can be opened; left out for an agent that opens nothing. */
  applications?: InstalledApplication[]
  /** Set in a round that goes on with an interrupted run. */
  interruption?: Interruption | null
  /** What was learned before and fits this request, the best first. */
  memories?: Memory[]
}

export interface HostInput extends CommonInput {
  kind: 'host'
  windows: WindowInfo[]
  previous_subtasks: SubtaskRecord[]
}

/** Controls of this step against those of an earlier one in the same message list. */
export interface ControlDifference {
  base_step: number
  /**
   * The controls of the base step, whole and unchanged. They are rendered before the difference, byte for byte as at the
   * steps before, so that services cache them. Without them all controls of this step are rendered whole.
   */
  base?: Control[]
  added: Control[]
  changed: Control[]
  removed: string[]
}

export interface AppInput extends CommonInput {
  kind: 'app'
  subtask: string
  /** `subtask_index` of this subtask's steps in the history: the same words may be assigned twice. */
  subtask_index?: number
  /** Tips of the host for this subtask. */
  host_message: string[]
  window: WindowInfo | null
  windows: WindowInfo[]
  /** All controls of this step. */
  controls: Control[]
  /** Set when only the difference may be rendered. */
  difference: ControlDifference | null
  /** Why the observation is poorer than it could be. */
  limited: string | null
  previous_subtasks: SubtaskRecord[]
}

export interface LinuxInput extends Omit<AppInput, 'kind'> {
  kind: 'linux'
}

/** The input of a computer-use model: its one picture is the whole desktop, and it acts at points of it. */
export interface OperatorInput extends CommonInput {
  kind: 'operator'
  subtask: string
  host_message: string[]
  previous_subtasks: SubtaskRecord[]
  /** Where the conversation stands, as the last reply gave it; null at its beginning. */
  thread: OperatorThread | null
  /** What came of the acts of the last reply. */
  done: ActionRecord[]
  /** What else the model has to know: why something was not done. */
  notes: string[]
}

export interface EvaluationInput {
  kind: 'evaluation'
  request: string
  result: unknown
  /** What the person has answered. */
  questions?: BlackboardView['questions']
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
