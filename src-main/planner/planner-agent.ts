// Implements PlannerAgent, the strategy `planner`: a Manager plans subtasks, a Worker does each of them, an Evaluator judges.
import type { PlannerConfig } from '../../src-preload/contract/config.ts'
import type { EvaluatorTrigger } from '../../src-preload/contract/events.ts'
import { count } from '../../src-preload/contract/words.ts'
import { SharedMemory, type AgentDependencies } from '../agents/dependencies.ts'
import type { DecidedAction, Decision } from '../agents/decision.ts'
import type { Wanted } from '../agents/observing.ts'
import { requestRecord } from '../agents/records.ts'
import { beginStep, keep, pay, type Step } from '../agents/step.ts'
import { SteppingAgent } from '../agents/stepping-agent.ts'
import { aboutWindow } from '../agents/given.ts'
import type { Context } from '../core/context.ts'
import { messageOf, StoppedError } from '../core/errors.ts'
import { isOverCost } from '../core/cost.ts'
import type { Observation } from '../core/desktop.ts'
import type { GlobalState, Node } from '../core/global-state.ts'
import type { RunControl } from '../core/run-control.ts'
import type { Verdict } from '../memory/experience.ts'
import { KnowledgeBase, type Keeping } from '../memory/knowledge-base.ts'
import type { ActionRecord } from '../models/input.ts'
import { personLines, wentWrong } from '../models/render/history.ts'
import type { Model } from '../models/model.ts'
import { toolOf } from '../models/roles.ts'
import { CallFault } from '../models/call-lexer.ts'
import { Evaluator, isPuzzling, triggerAfter, type Judged } from './evaluator.ts'
import { GroundFault } from './grounding/fault.ts'
import { TreeGrounding, type Grounded, type Grounding } from './grounding/grounding.ts'
import { commandsOf, type Seen } from './hardware/commands.ts'
import { captureDesktop, textFinder } from './hardware/eyes.ts'
import { HardwareInterface } from './hardware/hardware-interface.ts'
import { endOfRequest, endOfSubtask, Learning } from './learned.ts'
import { callable, look, pictureOf, wantedIn } from './looking.ts'
import { Manager } from './manager.ts'
import { answersOf, doneBefore, interruptedLines, Progress } from './progress.ts'
import { SubtaskGuide } from './subtask-guide.ts'
import { PlannerTools, thinkWith, type ToolPaid } from './tools.ts'
import { Ahead } from './worker/ahead.ts'
import { notesIn, workerDecision, workerGaveUp } from './worker/decision.ts'
import type { PlannedCall } from './worker/reply.ts'
import { screen, Worker } from './worker/worker.ts'

export interface PlannerDependencies extends AgentDependencies {
  state: GlobalState
  /** Called with a model whose calls are reported and counted as the planner's; without it, only the control tree is used. */
  grounding?: ((model: Model) => Grounding) | undefined
  /** How the agent remembers; without it nothing is remembered. */
  keeping?: Keeping | undefined
}

interface Next {
  grounded: Grounded
  acts: DecidedAction[]
  seen: Seen
}

export class PlannerAgent extends SteppingAgent {
  protected readonly role = 'action_generator' as const
  readonly #state: GlobalState
  readonly #options: PlannerConfig
  readonly #isFast: boolean
  readonly #grounding: Grounding
  readonly #learning: Learning
  readonly #manager: Manager
  readonly #worker: Worker
  readonly #evaluator: Evaluator
  readonly #progress: Progress
  /** The guide of this request; null where its person can’t change it. */
  #guide: SubtaskGuide | null = null
  #hardware: HardwareInterface
  #step: Step | null = null
  #context: Context | null = null
  #next: Next | null = null
  readonly #ahead = new Ahead()
  #puzzling = false
  #advice: string | null = null
  #trigger: EvaluatorTrigger = 'subtask_end'
  /** Why the worker has given up. */
  #givenUp: string | null = null
  /** Why another plan is needed. */
  #failed: { node: Node | null; reason: string } | null = null
  #sinceJudged = 0
  /** Names of the applications of this subtask. */
  readonly #applications = new Set<string>()
  #replans = 0
  #plans = 0
  /** Number of the subtask that the round began with. */
  #firstSubtask = 0
  #answer: unknown = null

  constructor(deps: PlannerDependencies, shared: SharedMemory = new SharedMemory()) {
    super('PlannerAgent', 'PlannerAgent', deps, shared)
    const { state, search, memories, keeping, sink, grounding = () => new TreeGrounding() } = deps
    this.#state = state
    this.#options = deps.config.planner
    this.#isFast = this.#options.mode === 'fast'
    const tools = new PlannerTools(deps, (told) => this.#paid(told))
    this.#grounding = grounding(tools.model)
    const knowledge = new KnowledgeBase({
      think: thinkWith(
        tools,
        () => this.#context !== null && isOverCost(this.#context, deps.config.system.cost_ceiling),
      ),
      sink,
      memories,
      paid: (cost) => void this.#pay(cost),
      searchWeb: search,
      keeping,
    })
    this.#learning = new Learning(knowledge)
    this.#manager = new Manager({ tools, knowledge, state, sink })
    this.#worker = new Worker(tools, knowledge, { fast: this.#isFast })
    this.#evaluator = new Evaluator(tools, state, sink, { canReplan: !this.#isFast })
    this.#progress = new Progress(state)
    this.#hardware = this.#newHardware()
  }

  #newHardware(): HardwareInterface {
    return new HardwareInterface((actions, run) => this.#perform(actions, run), {
      capture: (run) => captureDesktop(this.#context, (context) => this.route(context), run),
      write: (png) => this.#state.setScreenshot(png),
    })
  }

  /** Saves what waited for a person's wish and the verdict. Returns how many memories the run has made. */
  saveKnowledge(verdict: Verdict | null, run: RunControl): Promise<number> {
    return this.#learning.save(verdict, run)
  }

  override startRound(context: Context): void {
    super.startRound(context)
    this.#hardware = this.#newHardware()
    this.#guide = this.deps.checklist ? new SubtaskGuide(this.deps.checklist, this.#progress) : null
    this.#manager.beginRequest()
    this.#failed = null
    this.#replans = 0
    this.#answer = null
    context.set('SUBTASK', '')
  }

  override async process(context: Context, run: RunControl): Promise<void> {
    this.#context = context
    try {
      await this.#turn(context, run)
    } catch (error) {
      if (!(error instanceof StoppedError)) await this.#progress.end('FAIL')
      throw error
    }
    if (this.status === 'ERROR') await this.#progress.end('FAIL')
  }

  async #turn(context: Context, run: RunControl): Promise<void> {
    switch (this.state.name) {
      case 'START':
        return this.#start(context, run)
      case 'JUDGE':
        return this.#judge(context, run)
      case 'ASSIGN':
        return this.#assign(context, run)
      case 'REPLAN':
        return this.#replan(context, run)
      default:
        await super.process(context, run)
        // A loop ends its subtask, not the request, because another plan may succeed.
        if (this.status === 'FAIL') await this.#ended(context, 'FAIL', this.error ?? 'It got nowhere.')
    }
  }

  // Planning.

  async #start(context: Context, run: RunControl): Promise<void> {
    const request = context.get('REQUEST')
    this.#firstSubtask = context.currentRoundSubtaskAmount
    await this.#state.setTu(request)
    await this.#progress.reset(doneBefore(this.previousSubtasks(context)))
    // These are the notes of the interrupted run that this one continues.
    this.#hardware.notes.push(...this.roundHistory(context).flatMap(({ result }) => notesIn(result)))
    if (this.#isFast) await this.#progress.plan([{ name: request, info: '' }])
    else await this.#plan(context, run)
    if (!(await this.#begin(context, run))) await this.#judgeAll(context, run)
  }

  async #plan(context: Context, run: RunControl): Promise<void> {
    const seen = await this.#look(context, run)
    const { Subtasks, Manager_info } = await this.#manager.plan(
      {
        Tu: (await this.#state.getTu()) || context.get('REQUEST'),
        observation: { screenshot: pictureOf(seen) },
        Failed_subtask: this.#failed?.node ? await this.#progress.failed(this.#failed.node) : null,
        Completed_subtasks_list: await this.#progress.completed(),
        answers: answersOf(this.previousSubtasks(context)),
        Remaining_subtasks_list: [...this.#progress.remaining],
        ...(this.#failed ? { reason: this.#failed.reason } : {}),
        notes: this.#hardware.notes,
        applications: [...new Set(seen.windows.map(({ application }) => application))],
        installed: (await this.surroundings()).applications ?? [],
        interrupted: this.#interrupted(context),
        person: personLines(this.blackboard.view(context.get('CURRENT_ROUND_ID'))),
      },
      run,
    )
    await this.#progress.plan(Subtasks)
    await this.deps.saveFile(`manager_info_${this.#plans++}.json`, JSON.stringify(Manager_info, null, 2))
    await this.#guide?.planned(run)
  }

  /** Begins the next subtask; false when none is left. */
  async #begin(context: Context, run: RunControl): Promise<boolean> {
    await this.#guide?.arrange(run)
    const next = await this.#progress.begin()
    if (!next) return false
    this.beginSubtask()
    this.#worker.beginSubtask()
    this.#ahead.clear()
    this.#puzzling = false
    this.#advice = null
    this.#givenUp = null
    this.#sinceJudged = 0
    this.#applications.clear()
    context.set('SUBTASK', next.name)
    return true
  }

  async #replan(context: Context, run: RunControl): Promise<void> {
    const reason = this.#failed?.reason ?? ''
    if (this.#isFast || this.#replans >= this.#options.most_replans) {
      const why = this.#isFast ? reason : `${reason} (after ${count(this.#replans, 'other plan')})`
      return this.#giveUp(why, context, run)
    }
    this.#replans++
    await this.#plan(context, run)
    this.#failed = null
    if (!(await this.#begin(context, run))) await this.#judgeAll(context, run)
  }

  async #assign(context: Context, run: RunControl): Promise<void> {
    await this.#learning.ofSubtask(run)
    if (this.#failed) this.status = 'REPLAN'
    else if (await this.#begin(context, run)) return
    // The last subtask's judgement was about the whole request; on the fast path the one subtask is the request.
    else if (this.#isFast || this.#trigger === 'final') await this.#finish(context, run)
    else await this.#judgeAll(context, run)
  }

  async #finish(context: Context, run: RunControl): Promise<void> {
    await this.#learn(context, { worked: true, reason: null }, run)
    this.status = 'FINISH'
    this.setResult(this.#answer)
    context.set('ROUND_RESULT', this.#answer)
  }

  async #giveUp(reason: string, context: Context, run: RunControl): Promise<void> {
    await this.#learn(context, { worked: false, reason }, run)
    this.status = 'FAIL'
    this.error = reason
  }

  /** Learns once per request how it was divided. */
  async #learn(
    context: Context,
    end: { worked: boolean; reason: string | null },
    run: RunControl,
  ): Promise<void> {
    const ended = endOfRequest(this.previousSubtasks(context), end)
    await this.#learning.ofRequest(context.get('REQUEST'), await this.#state.getSearchQuery(), ended, run)
  }

  // Judging.

  async #ask(trigger: EvaluatorTrigger, context: Context, run: RunControl): Promise<Judged> {
    const seen = await this.#look(context, run)
    return this.#evaluator.judge(
      trigger,
      {
        Tu: context.get('REQUEST'),
        subtask: this.#progress.current,
        completed: await this.#progress.completed(),
        steps: this.roundHistory(context),
        subtask_index: context.currentRoundSubtaskAmount,
        screenshot: pictureOf(seen),
        screen: screen(seen),
      },
      run,
    )
  }

  async #judge(context: Context, run: RunControl): Promise<void> {
    if (this.#givenUp !== null) {
      this.#evaluator.givenUp(this.#progress.current, this.#givenUp)
      return this.#ended(context, 'FAIL', this.#givenUp)
    }
    const { decision, reason, by } = await this.#ask(this.#trigger, context, run)
    this.#sinceJudged = 0
    if (decision === 'continue') {
      // A rule's decision without an evaluator contains no advice.
      this.#advice = by === 'rule' && this.#trigger === 'periodic' ? null : reason
      this.status = 'CONTINUE'
      return
    }
    const lacks = this.#trigger === 'final' && decision === 'replan'
    await this.#ended(context, decision === 'done' || lacks ? 'FINISH' : 'FAIL', reason)
    if (lacks) this.#failed = { node: null, reason }
  }

  /** Judges the whole request at the end of the round. */
  async #judgeAll(context: Context, run: RunControl): Promise<void> {
    const { decision, reason } = await this.#ask('final', context, run)
    if (decision === 'done') return this.#finish(context, run)
    if (decision === 'fail') return this.#giveUp(reason, context, run)
    this.#failed = { node: null, reason }
    this.status = 'REPLAN'
  }

  async #ended(context: Context, status: 'FINISH' | 'FAIL', reason: string): Promise<void> {
    this.status = status
    this.error = status === 'FAIL' ? reason : null
    this.archiveSubtask(context)
    const node = await this.#progress.end(status)
    this.#guide?.ended(status === 'FINISH')
    const index = context.currentRoundSubtaskAmount
    const steps = this.roundHistory(context).filter((step) => step.subtask_index === index)
    const worked = status === 'FINISH'
    const ended = endOfSubtask(steps, this.#applications, { worked, reason: worked ? null : reason })
    if (node) this.#learning.subtaskEnded(context.get('REQUEST'), node.name, ended)
    if (worked) this.#answer = this.result ?? this.#answer
    else this.#failed = { node, reason }
    this.error = null
    this.status = 'ASSIGN'
  }

  // Steps of the worker.

  /** A note is no answer, so it is no result. */
  protected override setResult(result: unknown): void {
    super.setResult(notesIn(result).length > 0 ? null : result)
  }

  protected subtaskIndex(context: Context): number {
    return context.currentRoundSubtaskAmount
  }

  protected wanted(step: Step): Wanted {
    return wantedIn(step.context)
  }

  protected async decide(step: Step, observation: Observation, run: RunControl): Promise<Decision> {
    this.#step = step
    this.#next = null
    const { context } = step
    const meant = observation.window ? null : await this.windowMeant(context, observation.windows, true)
    if (meant) return aboutWindow('CONTINUE', meant)
    if (observation.picture) keep(step, this.#hardware.show(observation.picture))
    if (observation.window) this.#applications.add(observation.window.process_name)
    const { current, remaining } = this.#progress
    const ahead = await this.#ahead.next((call) => this.#ground(call, observation, run))
    this.#next = ahead?.accepted ?? null
    if (ahead) return workerDecision(ahead, ahead.accepted, remaining)
    const input = {
      Tu: context.get('REQUEST'),
      Search_query: await this.#state.getSearchQuery(),
      subtask: current?.name ?? '',
      subtask_info: current?.info ?? '',
      future_tasks: remaining,
      done_task: await this.#progress.completed(),
      answers: answersOf(this.previousSubtasks(context)),
      obs: { screenshot: pictureOf(observation), observation },
      outcome: this.#ahead.outcome,
      doubtful: this.#puzzling,
      notes: this.#hardware.notes,
      os: this.deps.home === undefined ? this.deps.os : `${this.deps.os}, home folder ${this.deps.home}`,
      tools: callable(await this.tools(context, run)),
      advice: this.#advice,
      interrupted: this.#interrupted(context),
    }
    try {
      const said = await this.#worker.next(input, (plan) => this.#ground(plan, observation, run), run)
      this.#next = said.accepted
      this.#ahead.begin(said.plan.further)
      this.#advice = null
      return workerDecision(said, said.accepted, remaining)
    } catch (error) {
      if (!(error instanceof CallFault || error instanceof GroundFault)) throw error
      const tool = this.#isFast ? 'fast_action_generator' : 'action_generator'
      return workerGaveUp(error, this.deps.model.nameOf(tool), remaining)
    }
  }

  async #ground({ intent }: PlannedCall, observation: Observation, run: RunControl): Promise<Next> {
    const context = this.#context
    const findTexts = context ? textFinder(context, this.route(context)) : undefined
    const grounded = await this.#grounding.ground(intent, observation, run, findTexts)
    const seen: Seen = { observation, targets: grounded.targets, span: grounded.span }
    return { grounded, seen, acts: commandsOf(grounded.action, seen) }
  }

  protected override async act(step: Step, actions: DecidedAction[], run: RunControl): Promise<void> {
    if (!this.#next) return super.act(step, actions, run)
    const { grounded, seen } = this.#next
    const outcome = await this.#hardware.dispatch(grounded.action, seen, run)
    this.#ahead.heard(outcome, step.warning === null && !step.actions.some(wentWrong))
    this.#puzzling = step.warning !== null || step.actions.some(isPuzzling)
    this.#sinceJudged += step.actions.length > 0 ? 1 : 0
  }

  async #perform(actions: DecidedAction[], run: RunControl): Promise<readonly ActionRecord[]> {
    const step = this.#step
    if (!step) return []
    const before = step.actions.length
    await super.act(step, actions, run)
    return step.actions.slice(before)
  }

  protected settle(step: Step, decision: Decision, _run: RunControl): Promise<void> {
    // Not in the middle of what a reply wants done: that would leave out the rest of it.
    const isDue = this.#sinceJudged >= this.#options.judge_every && !this.#ahead.goesOn
    const trigger = triggerAfter(step, this.status === 'FINISH', isDue)
    if (this.status === 'FAIL') this.#givenUp = decision.thought ?? decision.comment ?? 'The worker gave up.'
    const isLast = trigger === 'subtask_end' && !this.#isFast && this.#progress.remaining.length === 0
    if (trigger) this.#trigger = isLast ? 'final' : trigger
    if (trigger !== null && trigger !== 'subtask_end') this.#ahead.leaveOut()
    if (trigger || this.status === 'FAIL') {
      this.status = 'JUDGE'
      this.error = null
    }
    return Promise.resolve()
  }

  // Observing outside of steps, and paying.

  async #look(context: Context, run: RunControl): Promise<Observation> {
    const seen = await look(context, this.route(context), this.deps.config.system.max_controls, run)
    // A screenshot that can't be written does not fail the run, just as in a step.
    await (seen.picture && this.#hardware.show(seen.picture))?.catch((error: unknown) =>
      this.deps.sink.emit({ type: 'warning', message: `The screenshot was not saved: ${messageOf(error)}` }),
    )
    return seen
  }

  /** Gives a continued round's lines about the interrupted run, until the first subtask of the round has ended. */
  #interrupted(context: Context): string[] {
    const { interruption } = this.shared
    if (!interruption || context.currentRoundSubtaskAmount !== this.#firstSubtask) return []
    return interruptedLines(interruption, this.roundHistory(context))
  }

  /** Counts a cost for the current step, or for one outside of steps; null where nothing was begun. */
  #pay(cost: number | null): Step | null {
    const context = this.#context
    if (!context) return null
    const isStep = this.state.name === 'CONTINUE' && this.#step?.context === context
    const step = isStep && this.#step ? this.#step : beginStep(context, -1)
    pay(step, cost)
    return step
  }

  readonly #paid: ToolPaid = ({ tool_name, str_input, cost, outcome }) => {
    const step = this.#pay(cost)
    if (!step) return
    const told = { ...toolOf(tool_name, this.deps.config.models, this.deps.config.prompt_path), str_input }
    step.context.get('REQUEST_LOGGER')?.write(requestRecord(step, this, told, outcome))
  }
}
