// Defines what a Round knows of an agent and of its states.
import type { Route } from '../core/command.ts'
import type { Context } from '../core/context.ts'
import type { RunControl } from '../core/run-control.ts'
import type { Interruption, StepRecord, SubtaskRecord } from '../models/input.ts'
import type { Blackboard } from './blackboard.ts'

/** The class of an agent, which is also its key in the MCP configuration. */
export type AgentClass =
  | 'HostAgent'
  | 'AppAgent'
  | 'LinuxAgent'
  | 'OperatorAgent'
  | 'EvaluationAgent'
  | 'PlannerAgent'
  | 'ReplayAgent'

/** One row of a table of `states.ts`. A state has no data of its own; everything that changes belongs to the agent. */
export interface AgentState {
  readonly name: string
  readonly agentClass: AgentClass
  handle(agent: Agent, context: Context, run: RunControl): Promise<void>
  /** Gives the state for the next agent. An agent in error goes to ERROR from any state; there is no nameless state. */
  nextState(agent: Agent): AgentState
  nextAgent(agent: Agent): Agent
  isRoundEnd(): boolean
  isSubtaskEnd(): boolean
}

/** The cause of a subtask's end: its state, a switch of agent, or a boundary in the plan. */
export type SubtaskEnd = 'state' | 'switch' | 'plan'

/**
 * A round repeats, until `agent.state.isRoundEnd()`:
 * `await agent.handle(context, run)`; `state = agent.state.nextState(agent)`; `next = agent.state.nextAgent(agent)`;
 * `next.setState(state)`; then `subtaskEnd(agent, next)` of `states.ts` says whether a subtask has ended.
 */
export interface Agent {
  /** `HostAgent`, `AppAgent/galculator/galculator`. */
  readonly name: string
  readonly agentClass: AgentClass
  readonly state: AgentState
  /** The word by which the next state is found. */
  status: string
  /** Why the status is ERROR or FAIL, else null. */
  error: string | null
  /** The result of the work: the reply's `result`. */
  readonly result: unknown
  readonly blackboard: Blackboard
  /** How many steps it has taken. */
  stepCount: number
  /** Every step of the session so far, of all agents, oldest first. */
  readonly steps: readonly StepRecord[]
  /** The agent that assigns to this one. */
  readonly host: Agent | null
  /** The agent that this one has assigned to last. */
  readonly activeAgent: Agent | null
  /** The subtask, or the part of one, that ended last; null while none has. */
  readonly lastSubtask: SubtaskRecord | null
  /** Whether the last step began a new part of the plan. */
  readonly atPlanBoundary: boolean

  /** Makes the round, after `startRound`, continue the work of an interrupted run. */
  resume(steps: readonly StepRecord[], interruption: Interruption): void
  /** Gives the Computer for its present commands. */
  route(context: Context): Route
  /** Throws for a state of another class of agent. */
  setState(state: AgentState): void
  /** Must be called before a round: sets the state START, and forgets the last round except for the blackboard. */
  startRound(context: Context): void
  /** Carries out its state. Throws only a StoppedError; any other failure is the status ERROR with `error`. */
  handle(context: Context, run: RunControl): Promise<void>

  // The rows of the tables name these handlers.

  /** Does one step: observe, decide, act, verify, record. */
  process(context: Context, run: RunControl): Promise<void>
  /** Asks the questions of the last reply; the status is CONTINUE then. */
  processAsker(context: Context, run: RunControl): Promise<void>
  /** Asks a person about acts that are held back until they agree. */
  processConfirmation(context: Context, run: RunControl): Promise<void>
  /** Chooses or creates the agent that the subtask is assigned to. */
  createSubagent(context: Context, run: RunControl): Promise<void>
  /** Files the subtask in PREVIOUS_SUBTASKS, once. */
  archiveSubtask(context: Context): void
}
