// Defines the sessions that a server controls: the request comes with the task, and nobody is asked at a console.
import { UserError } from '../core/errors.ts'
import type { RunControl } from '../core/run-control.ts'
import type { BaseSession, SessionOptions } from './base-session.ts'
import type { SessionDependencies } from './dependencies.ts'
import { LinuxSession, PlannerSession, Session } from './session.ts'

/** Makes `save_experience: ask` remember nothing, because nobody is present to say yes. */
function withoutAsking(dependencies: SessionDependencies): SessionDependencies {
  const { config } = dependencies
  if (config.system.save_experience !== 'ask') return dependencies
  const system = { ...config.system, save_experience: 'always_not' as const }
  return { ...dependencies, config: { ...config, system } }
}

/**
 * Returns the one request of the task, then none. A device may keep its Computers from one task to the next; they start anew with each
 * task, as in the seeds. Throws UserError where there is no request.
 */
async function onlyRequest(
  { totalRounds, context }: Pick<BaseSession, 'totalRounds' | 'context'>,
  { request }: SessionOptions,
  end: () => void,
  run: RunControl,
): Promise<string> {
  if (totalRounds > 0) {
    end()
    return ''
  }
  const text = request?.trim() ?? ''
  if (text === '') throw new UserError('A task for a device needs a request.')
  await context.commandDispatcher.reset(run)
  return text
}

/** Works with a HostAgent and its AppAgents on a device, over the dispatcher that the session gets. */
export class ServiceSession extends Session {
  constructor(dependencies: SessionDependencies, options: SessionOptions) {
    super(withoutAsking(dependencies), options)
  }

  override nextRequest(run: RunControl): Promise<string> {
    return onlyRequest(this, this.options, () => (this.finish = true), run)
  }
}

/** Does the same with one LinuxAgent. */
export class LinuxServiceSession extends LinuxSession {
  constructor(dependencies: SessionDependencies, options: SessionOptions) {
    super(withoutAsking(dependencies), options)
  }

  override nextRequest(run: RunControl): Promise<string> {
    return onlyRequest(this, this.options, () => (this.finish = true), run)
  }
}

/** Does the same with the strategy `planner`. */
export class PlannerServiceSession extends PlannerSession {
  constructor(dependencies: SessionDependencies, options: SessionOptions) {
    super(withoutAsking(dependencies), options)
  }

  override nextRequest(run: RunControl): Promise<string> {
    return onlyRequest(this, this.options, () => (this.finish = true), run)
  }
}
