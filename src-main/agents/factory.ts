// Makes agents by name: the seeds' AgentFactory and AgentRegistry.
import { UserError } from '../core/errors.ts'
import { AppAgent } from './app-agent.ts'
import type { BasicAgent } from './basic-agent.ts'
import { SharedMemory, type AgentDependencies } from './dependencies.ts'
import { EvaluationAgent } from './evaluation-agent.ts'
import { HostAgent } from './host-agent.ts'
import { LinuxAgent } from './linux-agent.ts'
import { OperatorAgent } from './operator-agent.ts'

export interface AgentOptions {
  /** For an application's agent: the agent that assigns to it. */
  host?: BasicAgent
  root?: string
  process?: string
  shared?: SharedMemory
}

type Create = (deps: AgentDependencies, options: AgentOptions) => BasicAgent

const createHost: Create = (deps, { shared }) => new HostAgent(deps, shared)
const createLinux: Create = (deps, { shared }) => new LinuxAgent(deps, shared)
const createEvaluation: Create = (deps) => new EvaluationAgent(deps)
const createApp: Create = (deps, { host, root = '', process = '', shared = new SharedMemory() }) => {
  if (!host) throw new UserError('An AppAgent needs the HostAgent that assigns to it.')
  return new AppAgent(host, root, process, deps, shared)
}

const createOperator: Create = (deps, { shared, host, root, process }) =>
  new OperatorAgent(deps, shared, {
    ...(host ? { host } : {}),
    ...(root ? { root } : {}),
    ...(process ? { process } : {}),
  })

/** The seeds' names and the classes, in lower case. */
const AGENTS: ReadonlyMap<string, Create> = new Map([
  ['host', createHost],
  ['hostagent', createHost],
  ['app', createApp],
  ['batch_normal', createApp],
  ['appagent', createApp],
  ['linux', createLinux],
  ['linuxagent', createLinux],
  ['operator', createOperator],
  ['operatoragent', createOperator],
  ['evaluation', createEvaluation],
  ['evaluationagent', createEvaluation],
])

/** Throws UserError that lists the known names. */
export function createAgent(type: string, deps: AgentDependencies, options: AgentOptions = {}): BasicAgent {
  const create = AGENTS.get(type.toLowerCase())
  if (!create) {
    const names = [...AGENTS.keys()].join(', ')
    throw new UserError(`There is no agent “${type}”. There are: ${names}.`)
  }
  return create(deps, options)
}
