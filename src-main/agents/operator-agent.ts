// Defines the OperatorAgent: a computer-use model that sees the whole desktop as a picture and acts at points of it, alone or for
// a host.
import type { MCPToolInfo } from '../core/command.ts'
import type { Context } from '../core/context.ts'
import type { Observation } from '../core/desktop.ts'
import { StoppedError, ToolError } from '../core/errors.ts'
import { screenRect } from '../core/geometry.ts'
import type { RunControl } from '../core/run-control.ts'
import type { OperatorInput } from '../models/input.ts'
import { operatorReplySchema, type OperatorReply, type SafetyCheck } from '../models/operator/reply.ts'
import type { Agent } from './agent.ts'
import { subtaskOf } from './basic-agent.ts'
import { type DecidedAction, type Decision } from './decision.ts'
import { SharedMemory, type AgentDependencies } from './dependencies.ts'
import type { Wanted } from './observing.ts'
import { actsOf } from './operator-acts.ts'
import { confirmSafetyChecks, wordsOf } from './operator-checks.ts'
import type { Step } from './step.ts'
import { SteppingAgent } from './stepping-agent.ts'

/** The server of the tools for points and keys, for which the model has calls of its own. */
const BY_HAND = 'AppUIExecutor'
/** The host's tools that need no window of a list, because this agent sees no list. */
const OF_THE_HOST = new Set(['launch_application'])

export class OperatorAgent extends SteppingAgent {
  protected readonly role = 'operator' as const
  readonly #host: Agent | null
  /** The state of the conversation with the model. */
  #thread: OperatorReply['thread'] | null = null
  /** The last step, whose outcome goes to the model next. */
  #last: Step | null = null
  /** The decision that is held back until a person has seen the checks. */
  #held: { decision: Decision; checks: SafetyCheck[] } | null = null
  #isCleared = false

  /** `root` and `process` name the target: the seeds' `Desktop`, or the application that a host has chosen. */
  constructor(
    deps: AgentDependencies,
    shared: SharedMemory = new SharedMemory(),
    {
      host = null,
      root = 'Desktop',
      process = 'Desktop',
    }: { host?: Agent | null; root?: string; process?: string } = {},
  ) {
    super(OperatorAgent.nameOf(root, process), 'OperatorAgent', deps, shared)
    this.#host = host
  }

  static nameOf(root: string, process: string): string {
    return `OpenAIOperator/${root}/${process}`
  }

  override get host(): Agent | null {
    return this.#host
  }

  override beginSubtask(): void {
    super.beginSubtask()
    this.#thread = null
    this.#last = null
    this.#held = null
    this.#isCleared = false
  }

  /** Uses one Computer for the whole desktop, wherever it clicks. */
  override route(_context: Context) {
    return { agent_name: this.agentClass, process_name: '', root_name: '' }
  }

  protected subtaskIndex(context: Context): number {
    return context.currentRoundSubtaskAmount
  }

  protected wanted(_step: Step): Wanted {
    return { controls: false, picture: 'desktop' }
  }

  protected async decide(step: Step, observation: Observation, run: RunControl): Promise<Decision> {
    const cleared = this.#isCleared ? this.#held : null
    if (cleared) {
      this.#held = null
      this.#isCleared = false
      this.#last = step
      return cleared.decision
    }
    const { picture } = observation
    if (!picture)
      throw new ToolError(`There is no picture of the desktop. ${observation.limited ?? ''}`.trim())
    const input = await this.#input(step, picture, run)
    const told = {
      os_info: input.os,
      image_list: [`desktop ${picture.width}×${picture.height}`],
      experience_examples: input.memories?.map(({ title }) => title) ?? [],
    }
    const reply = await this.askFor(step, input, operatorReplySchema, told, run)
    this.#thread = reply.thread
    this.#last = step
    const decision = this.#decisionOf(reply, observation)
    const checks = reply.safety_checks
    if (checks.length === 0 || decision.status !== 'CONTINUE') return decision
    this.#held = { decision, checks }
    return { ...decision, status: 'CONFIRM' }
  }

  async #input(
    step: Step,
    picture: NonNullable<Observation['picture']>,
    run: RunControl,
  ): Promise<OperatorInput> {
    const { context } = step
    const last = this.#last
    return {
      kind: 'operator',
      request: context.get('REQUEST'),
      subtask: subtaskOf(context),
      host_message: this.#host ? context.get('HOST_MESSAGE') : [],
      history: this.roundHistory(context),
      plan: [],
      blackboard: this.blackboard.view(step.round),
      pictures: [{ label: 'clean', picture }],
      tools: (await this.tools(context, run)).filter(isOffered),
      ...(await this.surroundings()),
      interruption: this.shared.interruption,
      memories: await this.remembered(step, this.#host ? subtaskOf(context) : null, run),
      previous_subtasks: this.previousSubtasks(context),
      thread: this.#thread,
      done: last?.actions ?? [],
      notes: last?.warning ? [last.warning] : [],
    }
  }

  #decisionOf(reply: OperatorReply, { picture }: Observation): Decision {
    const desktop = screenRect(picture?.bounds ?? { x: 0, y: 0, width: 1, height: 1 })
    const { thought, status, questions, result } = reply
    return {
      observation: null,
      thought,
      status,
      plan: [],
      comment: status === 'FAIL' ? result : null,
      questions,
      message: [],
      subtask: null,
      result,
      actions: status === 'CONTINUE' ? reply.actions.flatMap((action) => actsOf(action, desktop)) : [],
      keepPicture: null,
    }
  }

  /** Acts only if nothing is held back. */
  protected override async act(step: Step, actions: DecidedAction[], run: RunControl): Promise<void> {
    if (!this.#held) await super.act(step, actions, run)
  }

  protected settle(step: Step, _decision: Decision, _run: RunControl): Promise<void> {
    if (!this.#host && (this.status === 'FINISH' || this.status === 'FAIL'))
      step.context.set('ROUND_RESULT', this.result)
    return Promise.resolve()
  }

  /**
   * Asks a person about the warnings of the model's service. A no ends the subtask, because the conversation can't continue without a yes.
   */
  override async processConfirmation(context: Context, run: RunControl): Promise<void> {
    const held = this.#held
    if (!held) throw new Error('There is nothing to confirm.')
    const { answer, by } = await confirmSafetyChecks(held.checks, held.decision, this.deps, context, run)
    if (by === 'nobody')
      throw new StoppedError('unanswered', `Nobody is there to look at this: ${wordsOf(held.checks)}`)
    this.#isCleared = answer.allow
    this.status = answer.allow ? 'CONTINUE' : 'FAIL'
    if (answer.allow) return
    this.#held = null
    this.error = ['The person said no', answer.why, wordsOf(held.checks)].filter((part) => part).join(': ')
    this.setResult(this.error)
    if (!this.#host) context.set('ROUND_RESULT', this.error)
  }
}

const isOffered = ({ namespace, tool_name }: MCPToolInfo): boolean =>
  namespace === 'HostUIExecutor' ? OF_THE_HOST.has(tool_name) : namespace !== BY_HAND
