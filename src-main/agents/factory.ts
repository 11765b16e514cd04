// Agents by name: the seeds' AgentFactory and AgentRegistry.
import { UserError } from '../core/errors.ts'
import { AppAgent } from './app-agent.ts'
import type { BasicAgent } from './basic-agent.ts'
import { SharedMemory, type AgentDependencies } from './dependencies.ts'
import { EvaluationAgent } from './evaluation-agent.ts'
import { HostAgent } from './host-agent.ts'
import { LinuxAgent } from './linux-agent.ts'
import { OperatorAgent } from './operator-agent.ts'

export interface AgentOptions {
  /** Of an application's agent: the one that assigns to it, and the application. */
  host?: BasicAgent
  root?: string
  process?: string
  shared?: SharedMemory
}

type Create = (deps: AgentDependencies, options: AgentOptions) => BasicAgent

/** Names in lower case, so that the seeds' `host` and the configuration's `HostAgent` find the same. */
export const AgentRegistry = {
  agents: new Map<string, Create>(),
  register(name: string, create: Create): void {
    this.agents.set(name.toLowerCase(), create)
  },
  /** Null where nothing is registered by that name. */
  find(name: string): Create | null {
    return this.agents.get(name.toLowerCase()) ?? null
  },
}

const createHost: Create = (deps, { shared }) => new HostAgent(deps, shared)
const createLinux: Create = (deps, { shared }) => new LinuxAgent(deps, shared)
const createEvaluation: Create = (deps) => new EvaluationAgent(deps)
const createApp: Create = (deps, { host, root = '', process = '', shared = new SharedMemory() }) => {
  if (!host) throw new UserError('An AppAgent needs the HostAgent that assigns to it.')
  return new AppAgent(host, root, process, deps, shared)
}

const createOperator: Create = (deps, { shared, host, root, process }) =>
  new OperatorAgent(deps, shared, { ...(host ? { host } : {}), ...(root ? { root } : {}), ...(process ? { process } : {}) }) // prettier-ignore

for (const name of ['host', 'HostAgent']) AgentRegistry.register(name, createHost)
for (const name of ['app', 'batch_normal', 'AppAgent']) AgentRegistry.register(name, createApp)
for (const name of ['linux', 'LinuxAgent']) AgentRegistry.register(name, createLinux)
for (const name of ['operator', 'OperatorAgent']) AgentRegistry.register(name, createOperator)
for (const name of ['evaluation', 'EvaluationAgent']) AgentRegistry.register(name, createEvaluation)

/** Throws UserError that lists the names there are. */
export function createAgent(type: string, deps: AgentDependencies, options: AgentOptions = {}): BasicAgent {
  const create = AgentRegistry.find(type)
  if (!create) {
    const names = [...AgentRegistry.agents.keys()].join(', ')
    throw new UserError(`There is no agent “${type}”. There are: ${names}.`)
  }
  return create(deps, options)
}

export const AgentFactory = { createAgent }
