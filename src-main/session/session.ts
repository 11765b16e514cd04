// Defines the interactive sessions: the first request is given or asked for, the next ones are asked for until there are no more.
import type { RunControl } from '../core/run-control.ts'
import type { BaseSession, SessionOptions } from './base-session.ts'
import type { SessionDependencies } from './dependencies.ts'
import { LinuxBaseSession, WindowsBaseSession } from './platform-session.ts'
import { PlannerBaseSession } from './planner-session.ts'

/** Asks in the seeds' order: the session's own request first, then the person. An empty one ends it. */
class Conversation {
  readonly #session: Pick<BaseSession, 'totalRounds'>
  readonly #dependencies: SessionDependencies
  readonly #first: string | null
  readonly #end: () => void

  constructor(
    session: Pick<BaseSession, 'totalRounds'>,
    dependencies: SessionDependencies,
    options: SessionOptions,
    end: () => void,
  ) {
    this.#session = session
    this.#dependencies = dependencies
    this.#first = options.request
    this.#end = end
  }

  async next(run: RunControl): Promise<string> {
    const { interactor } = this.#dependencies
    if (this.#session.totalRounds === 0) {
      const request = this.#first ?? (await interactor.firstRequest(run)).answer
      if (request !== null && request.trim() !== '') return request.trim()
      this.#end()
      return ''
    }
    const { answer } = await interactor.newRequest(run)
    if (!answer.complete) return answer.request.trim()
    this.#end()
    return ''
  }
}

export class Session extends WindowsBaseSession {
  readonly #conversation = new Conversation(this, this.dependencies, this.options, () => (this.finish = true))

  protected override get judgesEachRequest(): boolean {
    return true
  }

  override nextRequest(run: RunControl): Promise<string> {
    return this.#conversation.next(run)
  }
}

export class LinuxSession extends LinuxBaseSession {
  readonly #conversation = new Conversation(this, this.dependencies, this.options, () => (this.finish = true))

  protected override get judgesEachRequest(): boolean {
    return true
  }

  override nextRequest(run: RunControl): Promise<string> {
    return this.#conversation.next(run)
  }
}

export class PlannerSession extends PlannerBaseSession {
  readonly #conversation = new Conversation(this, this.dependencies, this.options, () => (this.finish = true))

  protected override get judgesEachRequest(): boolean {
    return true
  }

  override nextRequest(run: RunControl): Promise<string> {
    return this.#conversation.next(run)
  }
}
