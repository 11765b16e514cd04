// Defines the shapes of a run's view, which run-view.ts reduces from events. Everything that shows a run is drawn from them.
import type {
  RunPlace,
  AnsweredBy,
  Effect,
  EventOf,
  Judgement,
  PictureRef,
  QuestionDetails,
  QuestionKind,
  ResultStatus,
  RunStatus,
  TargetSummary,
  Usage,
  Verdict,
  VerifiedEffects,
} from './events.ts'
import type { ChecklistItem, ChecklistKind } from './checklist.ts'
import type { CodedText } from './coded-text.ts'
import type { Remembered } from './memory.ts'
import type { Decision, SafetyCategory, Scope } from './safety.ts'

/** `waiting` before the first event; `asking` while a question is open; `stopping` between the command to stop and the end. */
export type ViewStatus = 'waiting' | 'running' | 'asking' | 'paused' | 'stopping' | RunStatus

export interface QuestionView {
  question: string
  kind: QuestionKind
  text: string
  choices: string[]
  call_id: string | null
  /** The tool of the act that it is about, null for every other question. */
  tool: string | null
  round: number | null
  step: number | null
  /** A dialog's details of a sensitive act, null for every other question. `picture` is the step's observation. */
  details: (QuestionDetails & { picture: PictureRef | null }) | null
  /** Its answer is not shown while it is typed, and never recorded. */
  secret: boolean
  /** The codes of `text`; null for the words of a model or an application. */
  told: CodedText | null
  asked_at: number
  /** Null while the question is open. */
  answer: string | null
  by: AnsweredBy | null
  /** How far a permission reaches, null where none was given. */
  scope: Scope | null
  /** Why a person refused. */
  why: string | null
  /** Milliseconds that the person took, null while open. */
  waited_ms: number | null
}

export interface ActionView {
  call_id: string
  tool_name: string
  /** The act in plain words; the tool's name until the act begins. */
  words: string
  parameters: Record<string, unknown>
  target: TargetSummary
  gate: {
    decision: Decision
    categories: SafetyCategory[]
    rule: string
    reason: string
  } | null
  /** `waiting` at the gate, `acting`, then the status of its result. */
  status: 'waiting' | 'acting' | ResultStatus
  result: unknown
  error: string | null
  effect: Effect | null
  evidence: string | null
  /** What `evidence` says. */
  told: CodedText[]
  /** Milliseconds of the act and its verification, null until known. */
  ms: number | null
}

export type EvaluatorView = Pick<
  EventOf<'evaluator_decided'>,
  'trigger' | 'decision' | 'reason' | 'by' | 'subtask'
>

export interface StepView {
  /** 0-based, within the session. */
  step: number
  agent: string
  application: string | null
  subtask: string | null
  /** Number of the subtask within the round, -1 for the host; null where it was not recorded. */
  subtask_index: number | null
  phase: 'observing' | 'deciding' | 'acting' | 'finished'
  window: { id: string; title: string; process_name: string } | null
  windows: number
  controls: number
  picture: PictureRef | null
  limited: string | null
  observation: string | null
  thought: string | null
  plan: string[]
  /** Status word of the decision, then of the finished step. */
  status: string | null
  comment: string | null
  result: unknown
  /** The decided actions; more than `actions` when some were skipped. */
  decided: { function: string; arguments: Record<string, unknown> }[]
  actions: ActionView[]
  /** The memories that were given from this step on. */
  memories: Remembered[]
  /** What the Evaluator of the strategy `planner` said after it. */
  judged: EvaluatorView[]
  model: { role: string; name: string; ms: number; attempts: number; usage: Usage } | null
  started_at: number
  /** Milliseconds from its start to its end without the waits for its person, null while it is running. */
  ms: number | null
  times: Record<string, number>
  cost: number | null
  error: string | null
}

export interface SubtaskView {
  index: number
  subtask: string
  status: string
  result: unknown
}

export interface EvaluationView {
  level: 'round' | 'session'
  complete: Verdict
  reason: string
  sub_scores: { name: string; evaluation: string }[]
  quality: Judgement | null
  efficiency: Judgement | null
  effects: VerifiedEffects | null
}

export interface RoundView {
  /** 0-based. */
  round: number
  request: string
  /** Null while it is running, then the name of its last state: FINISH, FAIL, ERROR … */
  status: string | null
  result: unknown
  error: string | null
  steps: StepView[]
  /** The memories that were given before its first step, for a plan. */
  memories: Remembered[]
  subtasks: SubtaskView[]
  evaluation: EvaluationView | null
  cost: number | null
  started_at: number
  /** As those of a step. */
  ms: number | null
}

export interface ChecklistView {
  items: ChecklistItem[]
  of: ChecklistKind
  /** Its person has changed an item. */
  changed: boolean
  /** The settled items when the rest began anew, and the round's steps and subtasks at that time; null: never. */
  before: { settled: string[]; steps: number; subtasks: number } | null
}

/** A time in which a run waits for its person. `to`: null while it goes on. */
export interface Wait {
  from: number
  to: number | null
}

export interface RunView {
  run: string
  session: string
  session_type: string
  task: string
  mode: string
  strategy: string
  platform: string
  display: RunPlace | null
  /** Whether its virtual desktop is gone until the next request comes. */
  given_back: boolean
  models: Record<string, string>
  log_path: string
  /** The interrupted run that this one continues. */
  continues: string | null
  /** The plan file that it carries out. */
  plan?: string | undefined
  /** What that plan is for, with the texts of its inputs. */
  about?: string | undefined
  status: ViewStatus
  paused: boolean
  stopping: boolean
  result: unknown
  error: string | null
  /** Why the session ended, null while it is running. */
  reason: EventOf<'session_finished'>['reason'] | null
  rounds: RoundView[]
  /** The checklist, null where there is none. */
  checklist: ChecklistView | null
  questions: QuestionView[]
  /** The questions and pauses so far, those at the same time as one. */
  waits: readonly Wait[]
  warnings: string[]
  evaluation: EvaluationView | null
  /** Records of experience that were kept. */
  experience: number
  /** US dollars; null after a call of unknown price. */
  cost: number | null
  /** Null if a service did not report them. */
  tokens: { input: number | null; output: number | null; cached: number | null }
  model_calls: number
  started_at: number | null
  /** Time of the last event. */
  updated_at: number | null
  finished_at: number | null
  /** `seq` of the last event, -1 before the first. */
  seq: number
}

/** How a request has ended; only `done` is a success. */
export type Outcome = 'done' | 'unsure' | 'failed'

/** One entry of the history. `interrupted`: the run did not finish, and the program that ran it is gone. */
export interface RunSummary {
  run: string
  task: string
  request: string
  status: ViewStatus | 'interrupted'
  /** The kind of the open question, null when none is open. A run that asks for a next request has done its work. */
  asks: QuestionKind | null
  /** The outcome of its last ended request, null before the first. */
  last: Outcome | null
  strategy: string
  display: RunPlace | null
  started_at: number
  ms: number
  steps: number
  rounds: number
  /** The applications that it was in, the first ones, as a person calls them, else by the names of their processes. */
  applications: string[]
  cost: number | null
  result: unknown
  error: string | null
  /** Whether the evaluation says that the request is fulfilled; null where nothing was judged. */
  judged: Verdict | null
  log_path: string
  /** The plan file that it carries out. */
  plan?: string | undefined
}

export const emptyRunView = (): RunView => ({
  run: '',
  session: '',
  session_type: '',
  task: '',
  mode: '',
  strategy: '',
  platform: '',
  display: null,
  given_back: false,
  models: {},
  log_path: '',
  continues: null,
  status: 'waiting',
  paused: false,
  stopping: false,
  result: null,
  error: null,
  reason: null,
  rounds: [],
  checklist: null,
  questions: [],
  waits: [],
  warnings: [],
  evaluation: null,
  experience: 0,
  cost: 0,
  tokens: { input: 0, output: 0, cached: 0 },
  model_calls: 0,
  started_at: null,
  updated_at: null,
  finished_at: null,
  seq: -1,
})

/** Returns the facts of a run's first event. */
export function startedBy(event: EventOf<'run_started'>) {
  const { run, session, session_type, task, mode, strategy, platform } = event
  const { display, models, log_path, continues, plan, about } = event
  return {
    run,
    session,
    session_type,
    task,
    mode,
    strategy,
    platform,
    display,
    models,
    log_path,
    continues,
    plan,
    about,
  }
}

/** A request that has just begun. */
export const newRound = (view: RunView, event: EventOf<'round_started'>): RoundView => ({
  round: event.round ?? view.rounds.length,
  request: event.request,
  status: null,
  result: null,
  error: null,
  steps: [],
  memories: [],
  subtasks: [],
  evaluation: null,
  cost: null,
  started_at: event.ts,
  ms: null,
})
