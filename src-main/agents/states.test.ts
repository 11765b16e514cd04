import { describe, expect, it } from 'vitest'
import { RunControl } from '../core/run-control.ts'
import type { Agent, AgentState } from './agent.ts'
import { BasicAgent } from './basic-agent.ts'
import { createAgent } from './factory.ts'
import { HostAgent } from './host-agent.ts'
import { AppAgent } from './app-agent.ts'
import { SharedMemory } from './dependencies.ts'
import { STATES, stateOf, findState, subtaskEnd } from './states.ts'
import { ScriptedModel, world } from './testing/scripted.ts'

/** The planner's own class lives on a floor above. */
class PlannedAgent extends BasicAgent {
  protected readonly role = 'action_generator' as const
  process(): Promise<void> {
    return Promise.resolve()
  }
}

function agents() {
  const { deps, context } = world(new ScriptedModel())
  const shared = new SharedMemory()
  const HostAgentOne = new HostAgent(deps, shared)
  const AppAgentOne = new AppAgent(HostAgentOne, 'root', 'process', deps, shared)
  HostAgentOne.activeAgent = AppAgentOne
  const all: Record<string, Agent> = {
    HostAgent: HostAgentOne,
    AppAgent: AppAgentOne,
    LinuxAgent: createAgent('LinuxAgent', deps),
    OperatorAgent: createAgent('OperatorAgent', deps),
    EvaluationAgent: createAgent('EvaluationAgent', deps),
    PlannerAgent: new PlannedAgent('PlannerAgent', 'PlannerAgent', deps, shared),
    ReplayAgent: new PlannedAgent('ReplayAgent', 'ReplayAgent', deps, shared),
  }
  return { all, context }
}

const nameOf = (state: AgentState) => `${state.agentClass}.${state.name}`

const rows = Object.entries(STATES).flatMap(([agentClass, table]) =>
  Object.entries(table).map(([name, row]) => ({ agentClass: agentClass as keyof typeof STATES, name, row })),
)
const byStatus = rows.filter(({ row }) => row[1] === 'by status')
const fixed = rows.filter(({ row }) => row[1] !== 'by status')

describe('every state of every agent', () => {
  it.each(rows)(
    '$agentClass.$name knows its name, its end of the round and of the subtask',
    ({ agentClass, name, row }) => {
      const state = stateOf(agentClass, name)
      expect([state.name, state.agentClass, state.isRoundEnd(), state.isSubtaskEnd()]).toEqual([
        name,
        agentClass,
        row[3],
        row[4],
      ])
    },
  )

  it.each(fixed)(
    '$agentClass.$name leads where its row says, and to an agent that can be in that state',
    ({ agentClass, name, row }) => {
      const { all } = agents()
      const agent = all[agentClass]!
      agent.setState(stateOf(agentClass, name))
      const next = agent.state.nextState(agent)
      const nextAgent = agent.state.nextAgent(agent)
      expect(row[1].split(' | ')).toContain(nameOf(next))
      expect(() => nextAgent.setState(next)).not.toThrow()
    },
  )

  it.each(byStatus)(
    '$agentClass.$name leads by status to every other state of the agent',
    ({ agentClass, name }) => {
      const { all } = agents()
      const agent = all[agentClass]!
      for (const status of Object.keys(STATES[agentClass])) {
        agent.setState(stateOf(agentClass, name))
        agent.status = status
        expect(agent.state.nextState(agent).name).toBe(status)
        expect(agent.state.nextAgent(agent)).toBe(agent)
      }
    },
  )

  it.each(byStatus)(
    '$agentClass.$name with a status that no state has leads to ERROR with a reason',
    ({ agentClass, name }) => {
      const { all } = agents()
      const agent = all[agentClass]!
      agent.setState(stateOf(agentClass, name))
      agent.status = 'WHATEVER'
      expect(agent.state.nextState(agent).name).toBe('ERROR')
      expect(agent.error).toContain('WHATEVER')
    },
  )

  it.each(rows)(
    '$agentClass.$name of an agent in error leads to ERROR of the same agent',
    ({ agentClass, name }) => {
      const { all } = agents()
      const agent = all[agentClass]!
      agent.setState(stateOf(agentClass, name))
      agent.status = 'ERROR'
      expect(nameOf(agent.state.nextState(agent))).toBe(`${agentClass}.ERROR`)
      expect(agent.state.nextAgent(agent)).toBe(agent)
    },
  )

  it('an end of the round does nothing when it is handled', async () => {
    const { all, context } = agents()
    for (const { agentClass, name, row } of rows.filter((one) => one.row[0] === 'nothing')) {
      const agent = all[agentClass]!
      agent.setState(stateOf(agentClass, name))
      agent.status = name
      await agent.handle(context, new RunControl())
      expect([agent.status, row[3]]).toEqual([name, true])
    }
  })
})

describe('the seeds’ semantics', () => {
  it('every agent has START, CONTINUE, FINISH and ERROR', () => {
    for (const table of Object.values(STATES)) {
      expect(Object.keys(table)).toEqual(expect.arrayContaining(['START', 'CONTINUE', 'FINISH', 'ERROR']))
    }
  })

  it('an application that fails goes back to the host, which plans again', () => {
    expect(STATES.AppAgent.FAIL.slice(1)).toEqual(['HostAgent.CONTINUE', 'host', false, true])
  })

  it('no state is nameless', () => {
    expect(findState('HostAgent', '')).toBeNull()
    expect(() => stateOf('HostAgent', '')).toThrow('no state')
  })

  it('an agent refuses a state of another class', () => {
    const { all } = agents()
    expect(() => all['HostAgent']!.setState(stateOf('AppAgent', 'CONTINUE'))).toThrow('AppAgent')
  })
})

describe('the end of a subtask', () => {
  it('is told of a state, of a switch, and once where both come together', () => {
    const { all } = agents()
    const host = all['HostAgent']!
    const app = all['AppAgent']!
    host.setState(stateOf('HostAgent', 'ASSIGN'))
    app.setState(stateOf('AppAgent', 'CONTINUE'))
    expect(subtaskEnd(host, app)).toBe('switch')
    expect(subtaskEnd(app, app)).toBeNull()
    app.setState(stateOf('AppAgent', 'FINISH'))
    expect(subtaskEnd(app, app)).toBe('state')
    host.setState(stateOf('HostAgent', 'CONTINUE'))
    expect(subtaskEnd(app, host)).toBeNull()
  })
})
