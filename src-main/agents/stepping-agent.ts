// Defines agents that work step by step, and the pipeline of a step: observe, decide, act, verify, record.
import { documentKinds, isDocumentTool, offeredFor } from '../core/document-tools.ts'
import type { z } from 'zod'
import type { Memory } from '../../src-preload/contract/memory.ts'
import type { Command, MCPToolInfo, Route } from '../core/command.ts'
import type { Context } from '../core/context.ts'
import type { Observation, WindowInfo } from '../core/desktop.ts'
import { messageOf, StoppedError } from '../core/errors.ts'
import type { RunControl } from '../core/run-control.ts'
import type { ActionRecord, ModelInput } from '../models/input.ts'
import { toolOf } from '../models/roles.ts'
import { AfterActs } from './after-acts.ts'
import type { AgentClass } from './agent.ts'
import { BasicAgent, subtaskOf } from './basic-agent.ts'
import { decision as given } from './given.ts'
import { PlanParts, reasonOf, type DecidedAction, type Decision } from './decision.ts'
import type { AgentDependencies, SharedMemory } from './dependencies.ts'
import { allWell, Executor, isLeftUnsaved } from './executor.ts'
import { LoopGuard } from './loop-guard.ts'
import { observe, type Wanted } from './observing.ts'
import { windowMeant } from './one-window.ts'
import { fileStep, requestRecord } from './records.ts'
import { Recall } from './recall.ts'
import { findState } from './states.ts'
import { toldActions } from './typed-texts.ts'
import { beginStep, pay, type Phase, type Step } from './step.ts'

/** Statuses that end an agent's request or subtask. */
const ENDS: ReadonlySet<string> = new Set(['FINISH', 'FAIL', 'ERROR'])

export abstract class SteppingAgent extends BasicAgent {
  protected plan: string[] = []
  #atPlanBoundary = false
  readonly #parts = new PlanParts()
  readonly #guard = new LoopGuard()
  readonly #executor: Executor
  readonly #tools = new Map<string, MCPToolInfo[]>()
  readonly #recall: Recall
  readonly #after: AfterActs

  constructor(name: string, agentClass: AgentClass, deps: AgentDependencies, shared: SharedMemory) {
    super(name, agentClass, deps, shared)
    this.#executor = new Executor(deps)
    this.#recall = new Recall(deps)
    this.#after = new AfterActs(deps, shared)
  }

  /** Gives the parts that the step must observe. */
  protected abstract wanted(step: Step): Wanted
  protected abstract subtaskIndex(context: Context): number
  /** Asks the model and returns its reply as a decision. */
  protected abstract decide(step: Step, observation: Observation, run: RunControl): Promise<Decision>
  /** Does the work that follows from the status after the actions; may change the status. */
  protected abstract settle(step: Step, decision: Decision, run: RunControl): Promise<void>

  override get atPlanBoundary(): boolean {
    return this.#atPlanBoundary
  }

  override startRound(context: Context): void {
    super.startRound(context)
    this.shared.standing.clear()
    this.shared.late.clear()
    this.#tools.clear()
    this.#guard.reset()
  }

  override beginSubtask(): void {
    super.beginSubtask()
    this.plan = []
    this.#atPlanBoundary = false
    this.#parts.reset()
    this.#guard.reset()
    this.#recall.reset()
  }

  async process(context: Context, run: RunControl): Promise<void> {
    const step = beginStep(context, this.subtaskIndex(context))
    this.#atPlanBoundary = false
    this.deps.sink.emit({
      type: 'step_started',
      agent: this.agentClass,
      application: context.get('APPLICATION_WINDOW')?.application ?? null,
      subtask: step.subtask,
      subtask_index: step.subtaskIndex,
    })
    let stopped: StoppedError | null = null
    try {
      await this.#pipeline(step, run)
    } catch (error) {
      if (error instanceof StoppedError) stopped = error
      else this.fail(error)
    }
    await this.#record(step, stopped)
    if (stopped) throw stopped
  }

  async #pipeline(step: Step, run: RunControl): Promise<void> {
    await run.checkpoint()
    let observation = await this.#timed(step, 'observe', () => this.#observe(step, run))
    let decision = await this.#timed(step, 'decide', () => this.#decided(step, observation, run))
    // It may be done on this screen only because what the last act brings about has not come yet.
    if (decision.status === 'FINISH' && decision.actions.length === 0 && (await this.#hasMoved(step, run))) {
      observation = await this.#timed(step, 'observe', () => this.#observe(step, run))
      decision = await this.#timed(step, 'decide', () => this.#decided(step, observation, run))
    }
    this.#take(step, decision)
    const verdict = this.#guard.judge(decision, observation)
    if (verdict.kind !== 'fine') step.warning = verdict.message
    if (verdict.kind === 'fail') {
      this.status = 'FAIL'
      this.error = verdict.message
      return
    }
    await this.#timed(step, 'act', () => this.act(step, decision.actions, run))
    const goesOn =
      decision.status === 'FINISH' && step.actions.length > 0 && (await this.#hasMoved(step, run))
    this.status = goesOn ? 'CONTINUE' : statusAfter(step, decision)
    if (this.status !== decision.status) this.#takeBack(step, decision)
    if (this.status === 'FAIL') this.error = reasonOf(decision)
    await this.settle(step, decision, run)
    if (!findState(this.agentClass, this.status)) {
      throw new Error(`${this.name} has no state for the status “${this.status}”.`)
    }
  }

  /** Decides again after its person has changed the checklist, so that nothing is done that is no longer on it. */
  async #decided(step: Step, observation: Observation, run: RunControl): Promise<Decision> {
    const { checklist } = this.deps
    if (!checklist) return this.decide(step, observation, run)
    for (;;) {
      const version = checklist.prepare()
      if (checklist.isEmpty) return given('FINISH', 'Nothing is left to do.')
      const decided = await this.decide(step, observation, run)
      if (await checklist.admits({ ...decided, agent: this.agentClass }, version, run)) return decided
      await run.checkpoint()
    }
  }

  async #observe(step: Step, run: RunControl): Promise<Observation> {
    const { clock, sink } = this.deps
    const start = clock.elapsed()
    const observation = await observe(step, this.wanted(step), this.route(step.context), this.deps, run)
    const { window } = observation
    this.#after.tellLost(observation)
    sink.emit({
      type: 'observed',
      agent: this.agentClass,
      window: window ? { id: window.id, title: window.title, process_name: window.process_name } : null,
      windows: observation.windows.length,
      controls: observation.controls.length,
      difference: this.compare(step, observation),
      picture: step.picture,
      limited: observation.limited,
      ms: clock.elapsed() - start,
    })
    return observation
  }

  #hasMoved(step: Step, run: RunControl): Promise<boolean> {
    return this.#after.hasMoved(step, this.route(step.context), run)
  }

  /** Tells whether the prompt contains only the difference to an earlier observation. */
  protected compare(_step: Step, _observation: Observation): boolean {
    return false
  }

  /** Takes the decision, so that it is recorded from here on, even if an act fails. */
  #take(step: Step, decision: Decision): void {
    step.decision = decision
    this.plan = decision.plan
    this.questions = decision.questions
    this.setResult(decision.result)
    const { observation, thought, plan, status, subtask, message, questions, comment, result } = decision
    const { actions, passwords } = toldActions(decision.actions, step.observation?.controls ?? [])
    for (const password of passwords) this.deps.learnPassword?.(password)
    this.deps.sink.emit({
      type: 'decided',
      agent: this.agentClass,
      observation,
      thought,
      plan,
      status,
      subtask,
      message,
      questions,
      comment,
      result: result ?? null,
      actions,
    })
  }

  /** Removes a result that depended on failed acts. */
  #takeBack(step: Step, decision: Decision): void {
    step.decision = { ...decision, result: null }
    this.setResult(null)
  }

  /** Carries out actions as part of the step; their records are in `step.actions`. */
  protected async act(step: Step, actions: DecidedAction[], run: RunControl): Promise<void> {
    const { context, observation } = step
    if (!observation || actions.length === 0) return
    const tools = this.#tools.get(this.#place(context)) ?? []
    const thereupon = (record: ActionRecord) => this.thereupon(record)
    const beforeReading = () => this.#after.beforeReading(step, this.route(context), run)
    const route = (command?: Command) => this.routeOf(context, command)
    const acting = { context, observation, tools, route, thereupon, effects: this.shared, beforeReading }
    await this.#executor.execute(actions, acting, step.actions, run)
  }

  /** Finds the window that a request is about, at the beginning of a round. Not for plain commands, which are read clause by clause. */
  protected async windowMeant(
    context: Context,
    windows: readonly WindowInfo[],
    isOpen = false,
  ): Promise<WindowInfo | null> {
    if (this.deps.model.nameOf(this.role) === 'offline' || this.roundHistory(context).length > 0) return null
    const { applications = [] } = await this.surroundings()
    return windowMeant(context.get('REQUEST'), windows, applications, isOpen)
  }

  /** Returns whose tools a call goes to; each agent calls its own, unless it is lent one. */
  protected routeOf(context: Context, _command?: Command): Route {
    return this.route(context)
  }

  /** Returns the act that an agent always does after such a successful act. */
  protected thereupon(_record: ActionRecord): DecidedAction | null {
    return null
  }

  /** Asks the role's model, counts its cost, and writes its input into request.log. */
  protected askFor<T>(
    step: Step,
    input: ModelInput,
    schema: z.ZodType<T>,
    told: Record<string, unknown>,
    run: RunControl,
  ): Promise<T> {
    return this.ask(
      input,
      schema,
      ({ cost, outcome }) => {
        pay(step, cost)
        const { models, prompt_path } = this.deps.config
        const tool = toolOf(this.role, models, prompt_path)
        step.context.get('REQUEST_LOGGER')?.write(requestRecord(step, this, { ...tool, ...told }, outcome))
      },
      run,
    )
  }

  /** Returns the memories of this request, or of this subtask in this application. The provider `offline` gets none. */
  protected async remembered(step: Step, subtask: string | null, run: RunControl): Promise<Memory[]> {
    const { context } = step
    if (this.deps.model.nameOf(this.role) === 'offline') return []
    const application = context.get('APPLICATION_WINDOW')?.application ?? ''
    const names = [context.get('APPLICATION_PROCESS_NAME'), context.get('APPLICATION_ROOT_NAME'), application]
    const applications = subtask === null ? [] : names.filter((name) => name !== '')
    const paid = (cost: number | null) => pay(step, cost)
    return this.#recall.of({ request: context.get('REQUEST'), subtask, applications, paid }, run)
  }

  /** Lists the tools of the agent's Computer, which is asked once per round and route. */
  protected async tools(context: Context, run: RunControl): Promise<MCPToolInfo[]> {
    const place = this.#place(context)
    let tools = this.#tools.get(place)
    if (!tools) {
      tools = await context.commandDispatcher.listTools(this.route(context), 'action', run)
      this.#tools.set(place, tools)
      context.updateDict('TOOL_INFO', { [this.agentClass]: tools })
    }
    return tools.filter((tool) => this.#isOffered(tool, context))
  }

  /** Tools for documents are told only where a request or the window is about such a document: a prompt has room for few. */
  #isOffered({ tool_name, namespace }: MCPToolInfo, context: Context): boolean {
    if (namespace !== 'DocumentExecutor' || !isDocumentTool(tool_name)) return true
    const kinds = documentKinds(
      [context.get('REQUEST'), context.get('SUBTASK')],
      context.get('APPLICATION_WINDOW')?.title ?? '',
    )
    return offeredFor(tool_name).some((kind) => kinds.has(kind))
  }

  #place(context: Context): string {
    const { agent_name, process_name, root_name } = this.route(context)
    return [agent_name, process_name, root_name].join('::')
  }

  async #timed<T>(step: Step, phase: Phase, work: () => Promise<T>): Promise<T> {
    const start = this.deps.clock.elapsed()
    try {
      return await work()
    } finally {
      step.times[phase] = this.deps.clock.elapsed() - start
    }
  }

  /** Records the step, however it ended. A record that can't be written causes a warning and does not end the run. */
  async #record(step: Step, stopped: StoppedError | null): Promise<void> {
    const { clock, sink } = this.deps
    const start = clock.elapsed()
    try {
      if (!stopped) this.#endSubtask(step)
      fileStep(step, this, this.shared)
    } catch (error) {
      sink.emit({ type: 'warning', message: `The step could not be recorded: ${messageOf(error)}` })
    }
    for (const saved of await Promise.allSettled(step.saves)) {
      if (saved.status === 'fulfilled') continue
      sink.emit({ type: 'warning', message: `A file of the step was not saved: ${messageOf(saved.reason)}` })
    }
    step.times.record = clock.elapsed() - start
    sink.emit({
      type: 'step_finished',
      agent: this.agentClass,
      status: stopped ? 'STOPPED' : this.status,
      times: step.times,
      cost: step.cost,
      error: stopped?.message ?? this.error,
    })
    step.context.currentRoundStep = step.roundStep + 1
    step.context.set('SESSION_STEP', step.number + 1)
  }

  #endSubtask({ context, decision }: Step): void {
    if (ENDS.has(this.status)) this.#recall.ended(this.status)
    const part = this.#parts.next(decision?.plan ?? [])
    if (ENDS.has(this.status)) {
      this.archiveSubtask(context)
    } else if (decision && part && this.archives) {
      this.#atPlanBoundary = true
      const subtask = part.ended ?? subtaskOf(context)
      this.fileSubtask(context, { subtask, status: this.status, result: this.result })
    }
  }
}

/** Lets a step finish, assign or switch agents only if all its acts have succeeded and what they save is saved; FAIL and PENDING stay. */
function statusAfter(step: Step, { status }: Decision): string {
  const isDone = allWell(step.actions) && !isLeftUnsaved(step.actions)
  return status === 'FAIL' || status === 'PENDING' || isDone ? status : 'CONTINUE'
}
