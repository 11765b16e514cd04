// Defines the states of the agents as data: one table per agent, each state with its five answers.
import type { Context } from '../core/context.ts'
import { missingCaseError } from '../core/control-flow.ts'
import type { RunControl } from '../core/run-control.ts'
import type { Agent, AgentClass, AgentState, SubtaskEnd } from './agent.ts'

/**
 * `process`: one step. `ask`: the questions of the last reply. `assign`: the agent for the subtask. `archive`: records the subtask. `go
 * on`: acts that needed confirmation were asked about before, and are done or refused; nothing is left to do. `confirm`: a person is asked
 * about a held act.
 */
type Handle = 'process' | 'ask' | 'confirm' | 'assign' | 'archive' | 'go on' | 'nothing'
type StateName = `${AgentClass}.${string}`
/** `by status` is the agent's own state of that name; of two, the one of the next agent. */
type NextState = 'by status' | StateName | `${StateName} | ${StateName}`
/** `app` is the agent that was assigned to. */
type NextAgent = 'self' | 'host' | 'app' | 'host or self'

type Row = [Handle, NextState, NextAgent, roundEnd: boolean, subtaskEnd: boolean]
type Table = Readonly<Record<string, Row>>

const yes = true
const no = false

/** The names and their meanings come from the seeds and the reference, section 4.3 with 16. */
export const STATES = {
  HostAgent: {
    //           handle      next state             next agent  round end  subtask end
    START:      ['process',  'by status',           'self',     no,        no],
    CONTINUE:   ['process',  'by status',           'self',     no,        no],
    ASSIGN:     ['assign',   'AppAgent.CONTINUE | OperatorAgent.CONTINUE', 'app', no, no],
    PENDING:    ['ask',      'HostAgent.CONTINUE',  'self',     no,        no],
    CONFIRM:    ['go on',    'HostAgent.CONTINUE',  'self',     no,        no],
    FINISH:     ['nothing',  'HostAgent.FINISH',    'self',     yes,       no],
    FAIL:       ['nothing',  'HostAgent.FAIL',      'self',     yes,       no],
    ERROR:      ['nothing',  'HostAgent.ERROR',     'self',     yes,       no],
  },
  AppAgent: {
    START:      ['process',  'by status',           'self',     no,        no],
    CONTINUE:   ['process',  'by status',           'self',     no,        no],
    SCREENSHOT: ['process',  'by status',           'self',     no,        no],
    PENDING:    ['ask',      'AppAgent.CONTINUE',   'self',     no,        no],
    CONFIRM:    ['go on',    'AppAgent.CONTINUE',   'self',     no,        no],
    FINISH:     ['archive',  'HostAgent.CONTINUE',  'host',     no,        yes],
    // The reference ends the round here; the host can plan another way.
    FAIL:       ['archive',  'HostAgent.CONTINUE',  'host',     no,        yes],
    ERROR:      ['archive',  'AppAgent.ERROR',      'self',     yes,       yes],
  },
  LinuxAgent: {
    START:      ['process',  'by status',           'self',     no,        no],
    CONTINUE:   ['process',  'by status',           'self',     no,        no],
    SCREENSHOT: ['process',  'by status',           'self',     no,        no],
    PENDING:    ['ask',      'LinuxAgent.CONTINUE', 'self',     no,        no],
    CONFIRM:    ['go on',    'LinuxAgent.CONTINUE', 'self',     no,        no],
    FINISH:     ['archive',  'LinuxAgent.FINISH',   'self',     yes,       yes],
    FAIL:       ['archive',  'LinuxAgent.FAIL',     'self',     yes,       yes],
    ERROR:      ['archive',  'LinuxAgent.ERROR',    'self',     yes,       yes],
  },
  // The seeds' OpenAIOperator: FINISH returns to the host, or ends all if there is none. The seeds lack FAIL and ALLFAIL: a request that
  // can't be done is no error, and a host can plan another way.
  OperatorAgent: {
    START:      ['process',  'by status',           'self',     no,        no],
    CONTINUE:   ['process',  'by status',           'self',     no,        no],
    PENDING:    ['ask',      'OperatorAgent.CONTINUE', 'self',  no,        no],
    CONFIRM:    ['confirm',  'by status',           'self',     no,        no],
    FINISH:     ['archive',  'HostAgent.CONTINUE | OperatorAgent.ALLFINISH', 'host or self', no, yes],
    FAIL:       ['archive',  'HostAgent.CONTINUE | OperatorAgent.ALLFAIL',   'host or self', no, yes],
    ALLFINISH:  ['nothing',  'OperatorAgent.ALLFINISH', 'self', yes,       no],
    ALLFAIL:    ['nothing',  'OperatorAgent.ALLFAIL',   'self', yes,       no],
    ERROR:      ['archive',  'OperatorAgent.ERROR', 'self',     yes,       yes],
  },
  EvaluationAgent: {
    START:      ['process',  'by status',           'self',     no,        no],
    CONTINUE:   ['process',  'by status',           'self',     no,        no],
    FINISH:     ['nothing',  'EvaluationAgent.FINISH', 'self',  yes,       no],
    ERROR:      ['nothing',  'EvaluationAgent.ERROR',  'self',  yes,       no],
  },
  // START plans; CONTINUE is a step (the worker decides, its action is grounded and done); JUDGE asks the evaluator; ASSIGN ends a subtask
  // and takes the next one; REPLAN replaces the rest of the plan.
  PlannerAgent: {
    START:      ['process',  'by status',           'self',     no,        no],
    CONTINUE:   ['process',  'by status',           'self',     no,        no],
    JUDGE:      ['process',  'by status',           'self',     no,        no],
    ASSIGN:     ['process',  'by status',           'self',     no,        yes],
    REPLAN:     ['process',  'by status',           'self',     no,        no],
    FINISH:     ['nothing',  'PlannerAgent.FINISH', 'self',     yes,       no],
    FAIL:       ['nothing',  'PlannerAgent.FAIL',   'self',     yes,       no],
    ERROR:      ['archive',  'PlannerAgent.ERROR',  'self',     yes,       yes],
  },
  // CONTINUE is one recorded act; ASSIGN lets a model do a single step that could not be replayed.
  ReplayAgent: {
    START:      ['process',  'by status',           'self',     no,        no],
    CONTINUE:   ['process',  'by status',           'self',     no,        no],
    ASSIGN:     ['assign',   'by status',           'self',     no,        no],
    FINISH:     ['nothing',  'ReplayAgent.FINISH',  'self',     yes,       no],
    FAIL:       ['nothing',  'ReplayAgent.FAIL',    'self',     yes,       no],
    ERROR:      ['nothing',  'ReplayAgent.ERROR',   'self',     yes,       no],
  },
} as const satisfies Record<AgentClass, Table> // prettier-ignore

/** Returns null where the class of agent has no such state. */
export function findState(agentClass: AgentClass, name: string): AgentState | null {
  return ALL.get(`${agentClass}.${name}`) ?? null
}

/** Throws for a name that is not in the table, which only a defect of the program can cause. */
export function stateOf(agentClass: AgentClass, name: string): AgentState {
  const state = findState(agentClass, name)
  if (!state) throw new Error(`${agentClass} has no state ${name}.`)
  return state
}

/** Says what ended a subtask when `before` was followed by `after` (often the same agent); null when none has ended. */
export function subtaskEnd(before: Agent, after: Agent): SubtaskEnd | null {
  if (after.state.isSubtaskEnd()) return 'state'
  // If the state before has ended the subtask, the following switch of agents ends nothing more.
  if (before !== after) return before.state.isSubtaskEnd() ? null : 'switch'
  return after.atPlanBoundary ? 'plan' : null
}

const OTHER_AGENT: Record<NextAgent, (agent: Agent) => Agent | null> = {
  self: (agent) => agent,
  host: (agent) => agent.host,
  app: (agent) => agent.activeAgent,
  'host or self': (agent) => agent.host ?? agent,
}

class TableState implements AgentState {
  readonly name: string
  readonly agentClass: AgentClass
  readonly #row: Row

  constructor(agentClass: AgentClass, name: string, row: Row) {
    this.agentClass = agentClass
    this.name = name
    this.#row = row
  }

  async handle(agent: Agent, context: Context, run: RunControl): Promise<void> {
    const [what] = this.#row
    switch (what) {
      case 'process':
        return agent.process(context, run)
      case 'ask':
        return agent.processAsker(context, run)
      case 'confirm':
        return agent.processConfirmation(context, run)
      case 'assign':
        return agent.createSubagent(context, run)
      case 'archive':
        return agent.archiveSubtask(context)
      case 'go on':
        agent.status = 'CONTINUE'
        return
      case 'nothing':
        return
      default:
        return missingCaseError(what)
    }
  }

  nextState(agent: Agent): AgentState {
    if (this.#fails(agent)) return stateOf(this.agentClass, 'ERROR')
    const [, next] = this.#row
    if (next !== 'by status') {
      const names = next.split(' | ').map((each) => each.split('.') as [AgentClass, string])
      const { agentClass: wanted } = this.nextAgent(agent)
      const [agentClass, name] = names.find(([each]) => each === wanted) ?? names[0] ?? [wanted, 'ERROR']
      return stateOf(agentClass, name)
    }
    const state = findState(this.agentClass, agent.status)
    if (state) return state
    agent.error = `${agent.name} has no state for the status “${agent.status}”.`
    agent.status = 'ERROR'
    return stateOf(this.agentClass, 'ERROR')
  }

  nextAgent(agent: Agent): Agent {
    if (this.#fails(agent)) return agent
    const [, , next] = this.#row
    const found = OTHER_AGENT[next](agent)
    if (!found) throw new Error(`${agent.name} has no agent to hand on to.`)
    return found
  }

  isRoundEnd(): boolean {
    return this.#row[3]
  }

  isSubtaskEnd(): boolean {
    return this.#row[4]
  }

  #fails(agent: Agent): boolean {
    return agent.status === 'ERROR'
  }
}

const ALL = new Map(
  Object.entries(STATES).flatMap(([agentClass, table]) =>
    Object.entries(table as Table).map(([name, row]): [string, AgentState] => [
      `${agentClass}.${name}`,
      new TableState(agentClass as AgentClass, name, row),
    ]),
  ),
)
