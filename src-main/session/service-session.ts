// Sessions that a server controls: the request comes with the task, and nobody is asked at a console.
import { UserError } from '../core/errors.ts'
import type { BaseSession, SessionOptions } from './base-session.ts'
import type { SessionDependencies } from './dependencies.ts'
import { LinuxSession, PlannerSession, Session } from './session.ts'

/** `save_experience: ask` has nobody to ask: nothing is remembered then, as where a person says no. */
function withoutAsking(dependencies: SessionDependencies): SessionDependencies {
  const { config } = dependencies
  if (config.system.save_experience !== 'ask') return dependencies
  const system = { ...config.system, save_experience: 'always_not' as const }
  return { ...dependencies, config: { ...config, system } }
}

/** The one request of the task, then none. Throws UserError where it has none. */
async function onlyRequest(
  { totalRounds }: Pick<BaseSession, 'totalRounds'>,
  { request }: SessionOptions,
  end: () => void,
): Promise<string> {
  if (totalRounds > 0) {
    end()
    return ''
  }
  const text = request?.trim() ?? ''
  if (text === '') throw new UserError('A task for a device needs a request.')
  return text
}

/** A HostAgent and its AppAgents on a device, over the dispatcher that the session is given. */
export class ServiceSession extends Session {
  constructor(dependencies: SessionDependencies, options: SessionOptions) {
    super(withoutAsking(dependencies), options)
  }

  override nextRequest(): Promise<string> {
    return onlyRequest(this, this.options, () => (this.finish = true))
  }
}

/** The same with one LinuxAgent. */
export class LinuxServiceSession extends LinuxSession {
  constructor(dependencies: SessionDependencies, options: SessionOptions) {
    super(withoutAsking(dependencies), options)
  }

  override nextRequest(): Promise<string> {
    return onlyRequest(this, this.options, () => (this.finish = true))
  }
}

/** The same with the strategy `planner`. */
export class PlannerServiceSession extends PlannerSession {
  constructor(dependencies: SessionDependencies, options: SessionOptions) {
    super(withoutAsking(dependencies), options)
  }

  override nextRequest(): Promise<string> {
    return onlyRequest(this, this.options, () => (this.finish = true))
  }
}
