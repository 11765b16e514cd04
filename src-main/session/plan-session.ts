// Defines the sessions that carry out a plan file: FollowerSession goes by its steps, FromFileSession does its task.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { follow } from '../agents/executor.ts'
import type { Given } from '../agents/given.ts'
import { HostAgent } from '../agents/host-agent.ts'
import { windowInfoSchema, type WindowInfo } from '../core/desktop.ts'
import { messageOf, StoppedError, UserError } from '../core/errors.ts'
import { Checklist } from '../core/checklist.ts'
import type { Command } from '../core/command.ts'
import type { RunControl } from '../core/run-control.ts'
import { isHostClause } from '../interpreter/clauses.ts'
import { parseRequest } from '../interpreter/parser.ts'
import type { SessionOptions } from './base-session.ts'
import type { SessionDependencies } from './dependencies.ts'
import { PlanGuide } from './plan-guide.ts'
import { followable, type PlanReader } from './plan-reader.ts'
import { WindowsBaseSession } from './platform-session.ts'

/** Milliseconds for an application to close its window, or to ask something. */
const CLOSING_MS = 5_000

/** The most steps for one step of a plan: two of the host, which assigns it and takes it back, and those of the agent. */
const MAX_STEPS_PER_STEP = 10

/** Returns how many steps a plan may need to be followed, at least what is configured. */
export const followerSteps = (max_step: number, plan: PlanReader): number =>
  Math.max(max_step, (plan.getSteps().length + 1) * MAX_STEPS_PER_STEP)

export abstract class PlanSession extends WindowsBaseSession {
  readonly planReader: PlanReader

  /** Throws UserError where there is no plan. */
  constructor(dependencies: SessionDependencies, options: SessionOptions) {
    super(dependencies, options)
    if (!options.plan) {
      throw new UserError(`The mode “${options.mode}” carries out a plan file, and none was given.`)
    }
    this.planReader = options.plan
  }

  /** Returns the plan's decision for a round; null leaves all to the model. */
  protected abstract givenFor(round: number): Given | null

  /** All rounds carry out one plan. */
  protected override readonly judgesEachRequest = false

  override requestToEvaluate(): string {
    return this.planReader.getTask()
  }

  protected override beginRound(id: number): void {
    const given = this.givenFor(id)
    const host = this.hostAgent
    if (given && host instanceof HostAgent) host.give(given)
  }

  /**
   * Closes the application if the plan says so. Throws StoppedError if the application then asks a question that nobody answers: the work
   * is not saved, and on a desktop of the run's own it is lost, so the plan has not succeeded.
   */
  protected override async endRounds(run: RunControl): Promise<void> {
    const window = this.applicationWindow
    if (!window || !this.planReader.getClose()) return
    try {
      if (await this.#closes(window, run)) return
    } catch (error) {
      // If a step has failed before, that failure is the reason to report.
      const hides = error instanceof StoppedError && error.reason === 'unanswered' && this.#isCutShort
      if (error instanceof StoppedError && !hides) throw error
      this.#warn(`The window “${window.title}” could not be closed: ${messageOf(error)}`)
      return
    }
    const question = (await this.#windows(run)).find((one) => isQuestionOf(window, one))
    if (question && !this.#isCutShort) {
      throw new StoppedError(
        'unanswered',
        `“${window.title}” asks something before it closes (“${question.title}”), as where work is not saved: save it in a step of the plan, or leave out “close”.`,
      )
    }
    this.#warn(`The window “${window.title}” is still open.`)
  }

  protected get isOffline(): boolean {
    return this.dependencies.agents.model.nameOf('host') === 'offline'
  }

  /** Whether the last round has failed, so that later steps would build on something missing. */
  protected get hasFailed(): boolean {
    const last = this.results.findLast((entry) => entry.type === 'round_result')
    return last !== undefined && last.status !== 'FINISH'
  }

  get #isCutShort(): boolean {
    return this.hasFailed || this.unbegun !== null
  }

  async #closes({ id }: WindowInfo, run: RunControl): Promise<boolean> {
    // The title may have changed since the window was chosen, because the document was saved under a name.
    const there = (await this.#windows(run)).find((window) => window.id === id)
    if (!there) return true
    const arguments_ = { id: there.id, name: there.title }
    const call_id = randomUUID()
    await this.#command(
      { tool_name: 'close_application_window', parameters: arguments_, tool_type: 'action', call_id },
      run,
    )
    follow(
      this.context,
      { function: 'close_application_window', arguments: arguments_, status: 'FINISH' },
      null,
    )
    const verify = { call_id, within: CLOSING_MS / 1000 }
    await this.#command({ tool_name: 'verify_effect', parameters: verify, tool_type: 'data_collection' }, run)
    return !(await this.#windows(run)).some((window) => window.id === id)
  }

  async #windows(run: RunControl): Promise<WindowInfo[]> {
    const command = {
      tool_name: 'get_desktop_app_info',
      parameters: {},
      tool_type: 'data_collection',
    } as const
    return z.array(windowInfoSchema).parse(await this.#command(command, run))
  }

  async #command(command: Command, run: RunControl): Promise<unknown> {
    const route = this.hostAgent.route(this.context)
    const [result] = await this.dependencies.dispatcher.executeCommands([command], { route }, run)
    if (result?.status !== 'success') throw new Error(result?.error ?? `${command.tool_name} gave no result.`)
    return result.result
  }

  #warn(message: string): void {
    this.dependencies.sink.emit({ type: 'warning', message })
  }
}

/** Tells whether `one` is a dialog of the application whose window was to close. */
const isQuestionOf = (window: WindowInfo, one: WindowInfo): boolean =>
  one.id !== window.id &&
  (one.owner === window.id || (one.pid === window.pid && (one.modal || one.kind === 'dialog')))

/** Round 0 opens the plan's file or application; then each step is a round of an AppAgent without memory of the others. */
export class FollowerSession extends PlanSession {
  protected override readonly keepsChecklist = true
  #request = ''
  readonly #guide: PlanGuide

  constructor(dependencies: SessionDependencies, options: SessionOptions) {
    super(dependencies, options)
    followable(this.planReader)
    const { sink, interactor, agents } = dependencies
    const checklist = agents.checklist ?? new Checklist({ sink, interactor, showFirst: false })
    this.#guide = new PlanGuide({ checklist, plan: this.planReader, isOffline: this.isOffline })
  }

  protected override get maxRound(): number {
    return this.planReader.getSteps().length + (this.#opens ? 1 : 0)
  }

  override async nextRequest(run: RunControl): Promise<string> {
    await this.#guide.open(run)
    this.#guide.end(!this.hasFailed)
    if (this.hasFailed) this.finish = true
    const opens = this.totalRounds === 0 && this.#opens
    const request = this.finish
      ? null
      : opens
        ? this.planReader.getHostAgentRequest()
        : await this.#guide.nextStep(run)
    if (request === null) this.finish = true
    this.#request = request ?? ''
    return this.#request
  }

  protected override endRounds(run: RunControl): Promise<void> {
    this.#guide.end(!this.hasFailed)
    return super.endRounds(run)
  }

  protected override get unbegun(): string | null {
    if (this.hasFailed || this.planReader.taskFinished()) return null
    const { max_step, cost_ceiling } = this.dependencies.config.system
    const limit =
      this.step >= max_step
        ? `may take ${max_step} steps (max_step)`
        : `may cost $${cost_ceiling} (cost_ceiling)`
    const left = this.planReader.stepsLeft()
    return `The session ${limit}: of the plan’s steps ${left.length} ${left.length === 1 ? 'was' : 'were'} not begun, “${left[0]}” the first.`
  }

  protected override givenFor(round: number): Given | null {
    const what = this.planReader.getOpening()
    if (round === 0 && what !== null) return { kind: 'open', what, after: 'finish' }
    // The plan names no file or application, so the HostAgent decides where it begins.
    if (this.applicationWindow === null) return null
    // Only the HostAgent carries out plain commands that choose among applications.
    if (this.isOffline && parseRequest(this.#request).clauses?.some(isHostClause)) return null
    return { kind: 'subtask', subtask: this.#request }
  }

  get #opens(): boolean {
    return this.planReader.getOpening() !== null
  }
}

/** One round for the task of the plan, in its file or application. */
export class FromFileSession extends PlanSession {
  protected override get maxRound(): number {
    return 1
  }

  override nextRequest(_run: RunControl): Promise<string> {
    const { request, resumption } = this.options
    // An interrupted run whose round had ended has nothing left to do.
    if (resumption && request === null) this.finish = true
    return Promise.resolve(this.finish ? '' : (request ?? this.planReader.getHostRequest()))
  }

  protected override givenFor(_round: number): Given | null {
    const what = this.planReader.getOpening()
    return what === null ? null : { kind: 'open', what, after: 'ask' }
  }
}
