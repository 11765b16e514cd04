// Defines the HostAgent, which chooses and starts applications, and assigns subtasks to AppAgents.
import type { Route } from '../core/command.ts'
import type { Context } from '../core/context.ts'
import type { Observation } from '../core/desktop.ts'
import type { RunControl } from '../core/run-control.ts'
import type { HostInput, ModelPicture } from '../models/input.ts'
import { smallPicture } from '../models/pictures.ts'
import { hostReplySchema } from '../models/replies.ts'
import { AppAgent } from './app-agent.ts'
import type { Agent } from './agent.ts'
import { OperatorAgent } from './operator-agent.ts'
import { SteppingAgent } from './stepping-agent.ts'
import { decisionOfHost, type DecidedAction, type Decision } from './decision.ts'
import { decideGiven, type Given, type GivenScene } from './given.ts'
import { pictureSize, SharedMemory, type AgentDependencies } from './dependencies.ts'
import { listWindows, type Wanted } from './observing.ts'
import { choiceOf, openedWindow } from './opened-window.ts'
import type { Step } from './step.ts'

const OPENING = new Set(['launch_application', 'run_shell'])

/** An agent that carries out a subtask in one application. */
export type Subagent = AppAgent | OperatorAgent
export type NewSubagent = (
  host: Agent,
  application: { root: string; process: string },
  deps: AgentDependencies,
  shared: SharedMemory,
) => Subagent

const newAppAgent: NewSubagent = (host, { root, process }, deps, shared) =>
  new AppAgent(host, root, process, deps, shared)
/** Makes an agent of a computer-use model instead of an AppAgent, in the mode `normal_operator`. */
export const newOperatorAgent: NewSubagent = (host, application, deps, shared) =>
  new OperatorAgent(deps, shared, { host, ...application })

export class HostAgent extends SteppingAgent {
  protected readonly role = 'host' as const
  readonly #appAgents = new Map<string, Subagent>()
  readonly #newSubagent: NewSubagent
  /** The assignment, until the agent for it is chosen. */
  #assignment: { subtask: string; message: string[] } | null = null
  /** The application that was opened since a window was chosen; its window if that is known. */
  #opened: { window: string | null } | null = null
  #given: Given | null = null

  constructor(
    deps: AgentDependencies,
    shared: SharedMemory = new SharedMemory(),
    newSubagent: NewSubagent = newAppAgent,
  ) {
    super('HostAgent', 'HostAgent', deps, shared)
    this.#newSubagent = newSubagent
  }

  /** The agents that it has created, one per application. */
  get appAgents(): readonly Subagent[] {
    return [...this.#appAgents.values()]
  }

  override startRound(context: Context): void {
    super.startRound(context)
    this.activeAgent = null
    this.#assignment = null
    this.#opened = null
    this.#given = null
    context.set('SUBTASK', '')
    context.set('HOST_MESSAGE', [])
    for (const agent of this.#appAgents.values()) agent.beginSubtask()
  }

  /** Takes, after `startRound`, the plan's decision for this round. The AppAgents forget the earlier rounds. */
  give(given: Given): void {
    this.#given = given
    this.#appAgents.clear()
    this.blackboard.clearRequests()
  }

  protected wanted(_step: Step): Wanted {
    return { controls: false, picture: this.#wantsPictures ? 'desktop' : 'none' }
  }

  /** Works on the whole desktop with one Computer, whatever window is chosen. */
  override route(_context: Context): Route {
    return { agent_name: this.agentClass, process_name: '', root_name: '' }
  }

  protected subtaskIndex(_context: Context): number {
    return -1
  }

  /** False, because the round ends with it. */
  protected override get archives(): boolean {
    return false
  }

  get #wantsPictures(): boolean {
    return this.deps.model.wantsPictures(this.role)
  }

  protected async decide(step: Step, observation: Observation, run: RunControl): Promise<Decision> {
    const { context } = step
    this.#given ??= await this.#aboutOneWindow(step, observation)
    const given = this.#given && decideGiven(this.#given, this.#givenScene(step, observation))
    if (given) return given
    const input: HostInput = {
      kind: 'host',
      request: context.get('REQUEST'),
      history: this.roundHistory(context),
      plan: this.plan,
      blackboard: this.blackboard.view(step.round),
      pictures: await this.#pictures(observation, run),
      tools: await this.tools(context, run),
      ...(await this.surroundings()),
      interruption: this.shared.interruption,
      memories: await this.remembered(step, null, run),
      windows: observation.windows,
      previous_subtasks: this.previousSubtasks(context),
    }
    const told = {
      os_info: input.os,
      plan: input.plan,
      experience_examples: input.memories?.map(({ title }) => title) ?? [],
      image_list: input.pictures.map(({ label, picture }) => `${label} ${picture.width}×${picture.height}`),
    }
    const reply = await this.askFor(step, input, hostReplySchema, told, run)
    if (reply.status === 'ASSIGN')
      this.#given = reply.last ? { kind: 'last', after: input.previous_subtasks.length } : null
    return decisionOfHost(reply, observation.windows)
  }

  protected override async act(step: Step, actions: DecidedAction[], run: RunControl): Promise<void> {
    await super.act(step, actions, run)
    for (const { function: name, status, result } of step.actions) {
      if (status !== 'success') continue
      if (OPENING.has(name)) this.#opened = { window: openedWindow(result)?.id ?? null }
      if (name === 'select_application_window') this.#opened = null
    }
  }

  async #aboutOneWindow({ context }: Step, { windows }: Observation): Promise<Given | null> {
    const window = await this.windowMeant(context, windows)
    return window && { kind: 'whole', request: context.get('REQUEST'), window }
  }

  #givenScene({ context }: Step, { windows }: Observation): GivenScene {
    const steps = this.roundHistory(context).filter(({ agent }) => agent === this.agentClass)
    return { steps, subtasks: this.previousSubtasks(context), windows }
  }

  async #pictures({ picture }: Observation, run: RunControl): Promise<ModelPicture[]> {
    if (!picture || !this.#wantsPictures) return []
    const scaled = await run.race(smallPicture(picture, pictureSize(this.deps.config, this.role)))
    return [{ label: 'clean', picture: scaled }]
  }

  protected async settle(step: Step, decision: Decision, run: RunControl): Promise<void> {
    const { context } = step
    switch (this.status) {
      case 'ASSIGN':
        await this.#prepareAssignment(step, decision, run)
        return
      case 'FINISH':
        this.setResult(decision.result ?? this.#lastResult(context))
        context.set('ROUND_RESULT', this.result)
        return
      case 'FAIL':
        context.set('ROUND_RESULT', decision.result ?? null)
        return
      default:
        return
    }
  }

  /**
   * Chooses the window of the subtask: the one opened since a window was chosen; if none is chosen, the active one. Without any, the model
   * must choose first.
   */
  async #prepareAssignment(step: Step, decision: Decision, run: RunControl): Promise<void> {
    const { context } = step
    if (this.#opened || !context.get('APPLICATION_WINDOW')) {
      const windows = await listWindows(step, this.route(context), run)
      const meant =
        windows.find((window) => window.id === this.#opened?.window) ??
        windows.find((window) => window.active && window.kind !== 'popup')
      if (meant) await this.act(step, [choiceOf(meant)], run)
    }
    if (!context.get('APPLICATION_WINDOW')) {
      step.warning = 'Nothing was assigned: no window is chosen. Choose or open one first.'
      this.status = 'CONTINUE'
      return
    }
    this.#assignment = {
      subtask: decision.subtask ?? context.get('REQUEST'),
      message: decision.message,
    }
  }

  override async createSubagent(context: Context, _run: RunControl): Promise<void> {
    const assignment = this.#assignment
    if (!assignment) throw new Error('There is nothing to assign.')
    this.#assignment = null
    const root = context.get('APPLICATION_ROOT_NAME')
    const process = context.get('APPLICATION_PROCESS_NAME')
    const key = `${root}/${process}`
    let agent = this.#appAgents.get(key)
    if (!agent) {
      agent = this.#newSubagent(this, { root, process }, this.deps, this.shared)
      this.#appAgents.set(key, agent)
    }
    agent.beginSubtask()
    context.set('SUBTASK', assignment.subtask)
    context.set('HOST_MESSAGE', assignment.message)
    this.activeAgent = agent
  }

  /** Returns the result of the last subtask of this round that had one. */
  #lastResult(context: Context): unknown {
    return (
      this.previousSubtasks(context).findLast(({ status, result }) => status === 'FINISH' && result !== null)
        ?.result ?? null
    )
  }
}
