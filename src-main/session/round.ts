// Carries out one request: a Round turns the agents' state machine until a state ends it.
import type { Agent, AgentState, SubtaskEnd } from '../agents/agent.ts'
import { subtaskEnd } from '../agents/states.ts'
import type { Context } from '../core/context.ts'
import type { WindowInfo } from '../core/desktop.ts'
import type { Logger } from '../core/logger.ts'
import type { RunControl } from '../core/run-control.ts'
import { formatCost, isOverCost } from '../core/cost.ts'
import type { ClauseGuide } from './clause-guide.ts'
import type { SubtaskRecord } from '../models/input.ts'
import type { Evaluate } from './evaluation.ts'
import {
  captureSnapshot,
  readUiTree,
  type SnapshotNames,
  type SnapshotPort,
  type UiTree,
} from './snapshots.ts'

export interface RoundOptions {
  request: string
  agent: Agent
  context: Context
  shouldEvaluate: boolean
  id: number
  port: SnapshotPort
  evaluate: Evaluate
  logger: Logger
  /** Shows the planned items, and tells what is left of them; null where only the agents know that. */
  guide: Pick<ClauseGuide, 'open' | 'goesOn'> | null
  /** Numbers of the commands that ask the person first, of an interrupted run. */
  ask: readonly number[]
}

/** The outcome of a round. `status` is the name of the state that ended it, or `LIMIT`. */
export interface RoundOutcome {
  type: 'round_result'
  request: string
  result: unknown
  status: string
  error: string | null
}

/** An operator that works alone ends in ALLFINISH or ALLFAIL; a round reports that as FINISH or FAIL, as for any agent. */
const endOf = ({ name }: AgentState): string => name.replace(/^ALL/, '')

export class BaseRound {
  readonly id: number
  readonly request: string
  readonly context: Context
  agent: Agent
  state: AgentState
  error: string | null = null
  readonly #options: RoundOptions
  /** The last subtask whose end was reported. */
  #toldSubtask: SubtaskRecord | null = null
  /** The findings from before the rest was begun anew. */
  #found: unknown = null

  constructor(options: RoundOptions) {
    this.#options = options
    this.id = options.id
    this.request = options.request
    this.context = options.context
    this.agent = options.agent
    this.state = options.agent.state
    this.#initContext()
  }

  get step(): number {
    return this.context.get('ROUND_STEP')[String(this.id)] ?? 0
  }

  /** US dollars; null after a call of unknown price. */
  get cost(): number | null {
    const cost = this.context.get('ROUND_COST')[String(this.id)]
    return cost === undefined ? 0 : cost
  }

  get subtaskAmount(): number {
    return this.context.get('ROUND_SUBTASK_AMOUNT')[String(this.id)] ?? 0
  }
  set subtaskAmount(value: number) {
    this.context.currentRoundSubtaskAmount = value
  }

  get applicationWindow(): WindowInfo | null {
    return this.context.get('APPLICATION_WINDOW')
  }
  set applicationWindow(window: WindowInfo | null) {
    this.context.set('APPLICATION_WINDOW', window)
  }

  isFinished(): boolean {
    return this.state.isRoundEnd() || this.#limit !== null
  }

  /** Throws StoppedError when the run has to end; any other failure ends the round in ERROR with a reason. */
  async run(run: RunControl): Promise<RoundOutcome> {
    const { sink } = this.#options.port
    sink.emit({ type: 'round_started', request: this.request })
    const earlier = this.context.get('PREVIOUS_SUBTASKS').length
    const steps = this.agent.steps.filter(({ round }) => round === this.id)
    await this.#options.guide?.open(this.request, { steps, ask: this.#options.ask }, run)
    do {
      while (!this.isFinished()) {
        await run.checkpoint()
        await this.#turn(run)
      }
    } while (this.#goesOn())
    const { request, status, result } = this.outcome()
    const subtasks = this.context.get('PREVIOUS_SUBTASKS').slice(earlier)
    this.agent.blackboard.addRequests({ [`request_${this.id}`]: request })
    this.agent.blackboard.addOutcome({ request, status, result, subtasks })
    await this.captureLastSnapshot(null, run)
    if (this.#options.shouldEvaluate) await this.evaluation(run)
    const outcome = this.outcome()
    sink.emit({
      type: 'round_finished',
      status: outcome.status,
      result: outcome.result,
      error: outcome.error,
      steps: this.step,
      cost: this.cost,
    })
    this.printCost()
    return outcome
  }

  outcome(): RoundOutcome {
    const limit = this.state.isRoundEnd() ? null : this.#limit
    return {
      type: 'round_result',
      request: this.request,
      result: this.context.get('ROUND_RESULT'),
      status: limit === null ? endOf(this.state) : 'LIMIT',
      error: limit ?? this.error,
    }
  }

  /** `subRoundId` names a subtask's boundary; null is the end of the round. */
  captureLastSnapshot(subRoundId: number | null, run: RunControl): Promise<void> {
    const sub = subRoundId === null ? '' : `_sub_round_${subRoundId}`
    const level = subRoundId === null ? 'round' : 'subtask'
    return this.captureSnapshot({ level, suffix: `round_${this.id}${sub}_final` }, run)
  }

  /** Saves pictures and the control tree of this moment. */
  captureSnapshot(names: SnapshotNames, run: RunControl): Promise<void> {
    const route = this.agent.route(this.context)
    const window = this.applicationWindow
    const saveTree = (path: string) => this.saveUiTree(path, run)
    return captureSnapshot(this.#options.port, names, { route, window, saveTree }, run)
  }

  /**
   * Saves the control tree of the chosen window as JSON and returns it; `savePath` is relative to the run folder. Throws
   * when there is no tree.
   */
  async saveUiTree(savePath: string, run: RunControl): Promise<UiTree> {
    const { port } = this.#options
    const tree = await readUiTree(port, this.agent.route(this.context), run)
    await port.saveFile(savePath, `${JSON.stringify(tree, null, 2)}\n`)
    return tree
  }

  async evaluation(run: RunControl): Promise<void> {
    await this.#options.evaluate('round', this.request, this.context.get('ROUND_RESULT'), run)
  }

  /** Returns the cost line, which also goes to the log. */
  printCost(): string {
    const line = `Cost of this request: ${formatCost(this.cost)}`
    this.#options.logger.info({ round: this.id }, line)
    return line
  }

  #initContext(): void {
    const { context } = this
    const id = String(this.id)
    context.updateDict('ROUND_STEP', { [id]: 0 })
    context.updateDict('ROUND_COST', { [id]: 0 })
    context.updateDict('ROUND_SUBTASK_AMOUNT', { [id]: 0 })
    context.set('REQUEST', this.request)
    context.set('CURRENT_ROUND_ID', this.id)
    context.set('ROUND_RESULT', null)
  }

  /** The reached limit, in words; null while none is. */
  get #limit(): string | null {
    const { max_step, cost_ceiling } = this.#options.port.config
    if (this.context.get('SESSION_STEP') >= max_step)
      return `The session may take ${max_step} steps (max_step).`
    return isOverCost(this.context, cost_ceiling)
      ? `The session has cost ${formatCost(this.context.get('SESSION_COST'))} and may cost $${cost_ceiling} (cost_ceiling). Raise cost_ceiling to go on.`
      : null
  }

  /** Begins the person's changed items anew once the begun ones have ended. */
  #goesOn(): boolean {
    const isDone = this.#limit === null && endOf(this.state) === 'FINISH'
    if (!this.#options.guide?.goesOn(isDone)) {
      this.context.set('ROUND_RESULT', this.#resultWith(this.context.get('ROUND_RESULT')))
      return false
    }
    this.#found = this.#resultWith(this.context.get('ROUND_RESULT'))
    this.agent = this.#options.agent
    this.agent.startRound(this.context)
    this.state = this.agent.state
    return true
  }

  #resultWith(result: unknown): unknown {
    if (this.#found === null || this.#found === undefined) return result
    return typeof result === 'string' && typeof this.#found === 'string'
      ? `${this.#found}\n${result}`
      : (result ?? this.#found)
  }

  async #turn(run: RunControl): Promise<void> {
    const before = this.agent
    await before.handle(this.context, run)
    const state = before.state.nextState(before)
    const next = before.state.nextAgent(before)
    next.setState(state)
    this.state = state
    this.agent = next
    this.error = ['ERROR', 'FAIL'].includes(endOf(state)) ? next.error : null
    if (next !== before) {
      this.#options.port.sink.emit({ type: 'agent_switched', from: before.name, to: next.name })
    }
    const ended = subtaskEnd(before, next)
    if (ended) await this.#endSubtask(ended, run)
  }

  async #endSubtask(ended: SubtaskEnd, run: RunControl): Promise<void> {
    const index = this.subtaskAmount
    // The handler of a final state is never called, because the round is over.
    if (ended === 'state') this.agent.archiveSubtask(this.context)
    const { lastSubtask } = this.agent
    // A failure between two subtasks (while replanning, or judging the whole) ends no subtask a second time.
    if (lastSubtask && lastSubtask !== this.#toldSubtask && ended !== 'switch') {
      this.#toldSubtask = lastSubtask
      this.#options.port.sink.emit({ type: 'subtask_finished', index, ...lastSubtask })
    }
    await this.captureLastSnapshot(index, run)
    this.subtaskAmount = index + 1
  }
}
