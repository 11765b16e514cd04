// Defines what all sessions have in common: a session is a conversation, whose requests are carried out one after the other, each
// by a Round, until there are no more.
import { join } from 'node:path'
import type { Agent } from '../agents/agent.ts'
import { forgetWindow } from '../agents/executor.ts'
import { Context, type FileWriter } from '../core/context.ts'
import type { WindowInfo } from '../core/desktop.ts'
import { messageOf, StoppedError } from '../core/errors.ts'
import { makeFolder } from '../core/folder.ts'
import { RunControl } from '../core/run-control.ts'
import type { Verdict } from '../memory/experience.ts'
import type { Interruption } from '../models/input.ts'
import type { Role } from '../models/model.ts'
import { verifiedEffects } from '../../src-preload/contract/verified-effects.ts'
import { FileLog } from '../recorder/file-log.ts'
import { LogParts, REQUEST_LOG } from '../recorder/log-parts.ts'
import { formatCost, isOverCost } from '../core/cost.ts'
import type { SessionDependencies, SessionEnd } from './dependencies.ts'
import { ClauseGuide } from './clause-guide.ts'
import { askNext } from './conversation.ts'
import { judgementOn, type Evaluation } from './evaluation.ts'
import { keepResumption } from './kept-resumption.ts'
import type { PlanReader } from './plan-reader.ts'
import { interruptionOf, settleUnknown, type Resumption } from './resumption.ts'
import { BaseRound } from './round.ts'
import { endOf, resultOf, verdictOn, type Ended, type SessionResult } from './session-end.ts'
import type { SnapshotPort } from './snapshots.ts'
import { seeToWork, tellLost } from './unsaved-work.ts'

export interface SessionOptions {
  id: string
  task: string
  mode: string
  /** The first request; null asks for it. */
  request: string | null
  shouldEvaluate: boolean
  /** The plan of the kinds of session that carry out a plan file. */
  plan?: PlanReader | null
  /** The interrupted run that its first round continues. */
  resumption?: SessionResumption | null
}

export interface SessionResumption extends Resumption {
  newDesktop: boolean
  /** Whether the agents only read plain commands and can’t judge the screen, so that a person answers what can’t be known. */
  blind: boolean
}

/** The facts for a round's agents when their desktop was given back before it. */
const DESKTOP_RENEWED: Interruption = { idle: true, newDesktop: true, plan: [], unknown: null }

/** Milliseconds that a session has for its memories when the person leaves it between two requests. */
const LEAVING_MS = 15_000

/** Dispose it at its end, because it has open logs. */
export abstract class BaseSession implements Disposable {
  readonly task: string
  readonly context = new Context()
  results: SessionResult[] = []
  protected readonly dependencies: SessionDependencies
  protected readonly options: SessionOptions
  protected finish = false
  readonly #rounds = new Map<number, BaseRound>()
  readonly #logs = new DisposableStack()
  #firstAgent: Agent | null = null
  /** Whether the person has left while nothing was under way. */
  #left = false
  /** Whether its person has said what becomes of unsaved work. */
  #isSeenTo = false
  #resumption: SessionResumption | null

  constructor(dependencies: SessionDependencies, options: SessionOptions) {
    this.dependencies = dependencies
    this.options = options
    this.task = options.task
    this.#resumption = options.resumption ?? null
    this.initContext()
  }

  /** Creates the agents of this kind of session and returns the one that every round begins with. */
  protected abstract initAgents(): Agent

  /** Returns the next request of the conversation; an empty text when there is none. */
  async nextRequest(run: RunControl): Promise<string> {
    const next = await askNext(this.totalRounds, this.options.request, this.dependencies.interactor, run)
    this.finish ||= next === null
    return next ?? ''
  }

  /** Whether each request is judged at its end, because a person may leave before the next. */
  protected readonly judgesEachRequest: boolean = true

  /** Whether this kind of session keeps the checklist, of the steps that it carries out. */
  protected readonly keepsChecklist: boolean = false

  /** Lists the deciding roles, where they may be “offline”; empty where this kind of session needs a model. */
  protected get decidingRoles(): readonly Role[] {
    return []
  }

  /** Gives the agent this kind of session's instructions at the beginning of a round. */
  protected beginRound(_id: number): void {}
  /** Called after the last round and its evaluation, also after a failure, but not after a stop. */
  protected endRounds(_run: RunControl): Promise<void> {
    return Promise.resolve()
  }

  /** The work that a limit has left undone between two rounds, in words; null where nothing is left. */
  protected get unbegun(): string | null {
    const isLeft = this.totalRounds === 0 && !this.finish
    return isLeft && isOverCost(this.context, this.dependencies.config.system.cost_ceiling)
      ? 'Nothing was begun: cost_ceiling was reached before. Raise it to go on.'
      : null
  }

  /** The most rounds. */
  protected get maxRound(): number {
    return this.dependencies.config.system.max_round
  }

  protected get firstAgent(): Agent {
    this.#firstAgent ??= this.initAgents()
    return this.#firstAgent
  }

  /** Returns the request by which the session is judged now. */
  requestToEvaluate(): string {
    return this.currentRound?.request ?? this.options.request ?? ''
  }

  get id(): string {
    return this.context.get('ID')
  }

  /** The class of the session, as the seeds name it. */
  get sessionType(): string {
    return this.constructor.name
  }

  get rounds(): ReadonlyMap<number, BaseRound> {
    return this.#rounds
  }

  get totalRounds(): number {
    return this.rounds.size
  }

  get currentRound(): BaseRound | null {
    return this.rounds.get(this.totalRounds - 1) ?? null
  }

  get step(): number {
    return this.context.get('SESSION_STEP')
  }

  /** US dollars; null after a call of unknown price. */
  get cost(): number | null {
    return this.context.get('SESSION_COST')
  }
  set cost(value: number | null) {
    this.context.set('SESSION_COST', value)
  }

  get applicationWindow(): WindowInfo | null {
    return this.context.get('APPLICATION_WINDOW')
  }
  set applicationWindow(window: WindowInfo | null) {
    this.context.set('APPLICATION_WINDOW', window)
  }

  get evaluationLogger(): FileWriter | null {
    return this.context.get('EVALUATION_LOGGER')
  }

  addRound(id: number, round: BaseRound): void {
    this.#rounds.set(id, round)
  }

  /** Asks for the next request and makes its round; null when there is none. */
  async createNewRound(run: RunControl): Promise<BaseRound | null> {
    const { idleDesktop } = this.dependencies
    const next = () => this.nextRequest(run)
    const request = await (idleDesktop ? idleDesktop.whileIdle(next, run) : next())
    if (this.finish || request === '') return null
    const isRenewed = (await idleDesktop?.takeUp(run)) ?? false
    return this.createFollowingRound(request, isRenewed)
  }

  /** Makes the round of a known request; `isRenewed`: on another desktop than the round before. */
  createFollowingRound(request: string, isRenewed = false): BaseRound {
    const id = this.totalRounds
    const agent = this.firstAgent
    const round = new BaseRound({
      request,
      agent,
      context: this.context,
      shouldEvaluate: this.dependencies.config.system.eva_round,
      id,
      port: this.#port,
      evaluate: (level, text, result, run) => this.#evaluate(level, text, result, run),
      logger: this.dependencies.logger,
      guide: this.#guide,
      ask: (id === 0 && this.#resumption?.ask) || [],
    })
    agent.startRound(this.context)
    this.beginRound(id)
    if (isRenewed) forgetWindow(this.context)
    if (id === 0 && this.#resumption) {
      const newDesktop = this.#resumption.newDesktop || isRenewed
      this.#resume(agent, { ...this.#resumption, newDesktop })
    } else if (isRenewed) agent.resume([], DESKTOP_RENEWED)
    round.state = agent.state
    this.addRound(id, round)
    return round
  }

  /** Plain commands are carried out in the order of the checklist. */
  get #guide(): ClauseGuide | null {
    const { checklist, model } = this.dependencies.agents
    if (!checklist || this.keepsChecklist) return null
    checklist.clear()
    const roles = this.decidingRoles
    const isOffline = roles.length > 0 && roles.every((role) => model.nameOf(role) === 'offline')
    return isOffline ? new ClauseGuide(checklist, this.context) : null
  }

  isError(): boolean {
    return this.currentRound?.state.name === 'ERROR'
  }

  isFinished(): boolean {
    return this.finish || this.isError() || this.#isUsedUp
  }

  /** Whether a limit allows no further round. */
  get #isUsedUp(): boolean {
    const { max_step, cost_ceiling } = this.dependencies.config.system
    const isTooDear = isOverCost(this.context, cost_ceiling)
    return isTooDear || this.step >= max_step || this.totalRounds >= this.maxRound
  }

  /**
   * Runs the session to its end and returns how it ended; the events have the details. It throws nothing: a failure is part of the answer.
   */
  async run(run: RunControl): Promise<SessionEnd> {
    const { sink, passingDesktop: desktop } = this.dependencies
    let end: SessionEnd
    try {
      await this.#runRounds(run)
      end = endOf(this.#ended, null)
    } catch (error) {
      end = endOf(this.#ended, error)
    }
    if (desktop && !this.#isSeenTo) await tellLost({ desktop, sink }, run)
    try {
      if (this.dependencies.config.system.log_to_markdown) await this.saveLogToMarkdown(end)
    } catch (error) {
      sink.emit({ type: 'warning', message: `output.md could not be written: ${messageOf(error)}` })
    }
    this.printCost()
    sink.emit({ type: 'session_finished', ...end })
    await sink.sync()
    return end
  }

  async #runRounds(run: RunControl): Promise<void> {
    if (this.#resumption?.blind) {
      const { newDesktop } = this.#resumption
      const settled = await settleUnknown(this.#resumption, newDesktop, this.dependencies.interactor, run)
      this.#resumption = { ...this.#resumption, ...settled }
      await keepResumption(this.dependencies.folder, this.#resumption)
    }
    let isKept = false
    do {
      for (; isKept || !this.isFinished(); isKept = false) {
        const round = await this.#betweenRounds(run, () => this.createNewRound(run))
        if (!round) break
        await this.#carryOut(round, run)
      }
      isKept = await this.#staysOpen(run)
    } while (isKept)
    if (this.totalRounds === 0) return
    if (!this.judgesEachRequest) await this.#judge(run)
    // An error, for example of a model's service, tells nothing about the memories.
    this.dependencies.settleMemories(this.context, this.isError() ? null : this.verdict)
    if (this.#left) return this.#rememberAlone()
    await this.endRounds(run)
    await this.#offerExperience(run)
  }

  async #carryOut(round: BaseRound, run: RunControl): Promise<void> {
    await this.dependencies.state.setTu(round.request)
    this.results.push(await round.run(run))
    await this.dependencies.passingDesktop?.settle(run)
    if (this.judgesEachRequest) await this.#betweenRounds(run, () => this.#judge(run))
  }

  /** Before its desktop ends: saves what its person wants saved, and tells whether they want to go on. */
  async #staysOpen(run: RunControl): Promise<boolean> {
    const { passingDesktop: desktop, interactor, sink } = this.dependencies
    if (!desktop || !this.judgesEachRequest || this.totalRounds === 0 || this.#left) return false
    while (!this.#isUsedUp) {
      const next = await this.#betweenRounds(run, () => seeToWork({ desktop, interactor, sink }, run))
      this.#isSeenTo = next === null && !this.#left
      if (next === null) return false
      this.finish = false
      if (next.length === 0) return true
      for (const { work, request } of next)
        if (await desktop.show(work, run)) await this.#carryOut(this.createFollowingRound(request), run)
      this.finish = true
    }
    return false
  }

  /** Waits between two requests. A person who leaves then has stopped nothing: the session ends with the status of its last request. */
  async #betweenRounds<T>(run: RunControl, work: () => Promise<T>): Promise<T | null> {
    try {
      await run.checkpoint()
      return await work()
    } catch (error) {
      if (!(error instanceof StoppedError) || this.totalRounds === 0) throw error
      this.#left = true
      this.finish = true
      return null
    }
  }

  async #judge(run: RunControl): Promise<void> {
    await this.captureLastSnapshot(run)
    if (this.options.shouldEvaluate && !this.isError()) await this.evaluation(run)
  }

  /** Saves memories without the run, which was stopped, and without the person, who has left. */
  async #rememberAlone(): Promise<void> {
    if (this.dependencies.config.system.save_experience === 'ask') return
    using leaving = new RunControl({ timeoutMs: LEAVING_MS, name: 'Remembering the session' })
    try {
      await this.#offerExperience(leaving)
    } catch (error) {
      if (!(error instanceof StoppedError)) throw error
      this.dependencies.sink.emit({ type: 'warning', message: `Not all was remembered: ${error.message}` })
    }
  }

  async captureLastSnapshot(run: RunControl): Promise<void> {
    await this.currentRound?.captureSnapshot({ level: 'session', suffix: 'final' }, run)
  }

  async evaluation(run: RunControl): Promise<void> {
    const result = this.judgesEachRequest ? this.context.get('ROUND_RESULT') : resultOf(this.results)
    await this.#evaluate('session', this.requestToEvaluate(), result, run)
  }

  /** Saves what was done and verified, and what did not work. A memory that can't be written causes a warning. */
  async experienceSaver(run: RunControl): Promise<void> {
    const { sink } = this.dependencies
    try {
      const count = await this.saveExperience(run)
      sink.emit({ type: 'experience_saved', count })
    } catch (error) {
      if (error instanceof StoppedError) throw error
      sink.emit({ type: 'warning', message: `Nothing was remembered of this run: ${messageOf(error)}` })
    }
  }

  /** Returns how many memories were made. */
  protected saveExperience(run: RunControl): Promise<number> {
    return this.dependencies.saveExperience(this.context, this.verdict, run)
  }

  async saveLogToMarkdown(end: SessionEnd): Promise<void> {
    await this.dependencies.saveMarkdown(end)
  }

  /** Returns the cost line, which also goes to the log. */
  printCost(): string {
    const line = `Cost of the session: ${formatCost(this.cost)}`
    this.dependencies.logger.info(line)
    return line
  }

  /** Opens a log of lines in a folder, which is made where it does not exist; dispose it. Throws UserError where it can't be written. */
  static initializeLogger(
    logPath: string,
    logFilename: string,
    mask?: <T>(value: T) => T,
  ): FileWriter & Disposable {
    makeFolder(logPath)
    return new FileLog(join(logPath, logFilename), mask)
  }

  [Symbol.dispose](): void {
    this.#logs.dispose()
  }

  protected initContext(): void {
    const { context, options } = this
    const { folder, mask } = this.dependencies
    context.set('ID', options.id)
    context.set('MODE', options.mode)
    context.set('LOG_PATH', folder.path)
    const log = (name: string) => this.#logs.use(BaseSession.initializeLogger(folder.path, name, mask))
    context.set('LOGGER', log('response.log'))
    const requests = new FileLog(join(folder.path, REQUEST_LOG), mask, new LogParts())
    context.set('REQUEST_LOGGER', this.#logs.use(requests))
    context.set('EVALUATION_LOGGER', log('evaluation.log'))
    context.set('SESSION_STEP', options.resumption?.firstStep ?? 0)
    context.set('SESSION_COST', 0)
    context.attachCommandDispatcher(this.dependencies.dispatcher)
  }

  /** Counts the interrupted run's steps as steps of this round. */
  #resume(agent: Agent, resumption: SessionResumption): void {
    const { steps, subtasks, subtask, newDesktop } = resumption
    this.context.set('PREVIOUS_SUBTASKS', [...subtasks])
    this.context.currentRoundSubtaskAmount = subtask
    agent.resume(steps, interruptionOf(resumption, newDesktop))
    for (const [index, request] of resumption.requests.entries())
      agent.blackboard.addRequests({ [`earlier_${index}`]: request })
    for (const answer of resumption.answers) agent.blackboard.addQuestions(answer)
  }

  get #port(): SnapshotPort {
    const { dispatcher, sink, config, folder } = this.dependencies
    return { dispatcher, sink, config: config.system, saveFile: (name, data) => folder.saveFile(name, data) }
  }

  async #evaluate(
    level: Evaluation['level'],
    request: string,
    result: unknown,
    run: RunControl,
  ): Promise<Evaluation | null> {
    const { sink } = this.dependencies
    const agent = this.currentRound?.agent
    if (!agent) return null
    const isWhole = level === 'session' && !this.judgesEachRequest
    const trajectory = agent.steps.filter((step) => isWhole || step.round === this.currentRound?.id)
    const { questions, outcomes } = agent.blackboard.view()
    const earlier = isWhole ? [] : outcomes.slice(0, -1)
    const { cost, ...verdict } = await judgementOn(
      { level, request, result, questions, earlier, trajectory, context: this.context },
      this.dependencies,
      run,
    )
    const judged = { ...verdict, effects: verifiedEffects(trajectory) }
    const evaluation: Evaluation = { type: 'evaluation_result', level, request, ...judged }
    this.results.push(evaluation)
    this.evaluationLogger?.write(evaluation)
    sink.emit({ type: 'evaluated', level, ...judged, cost })
    return evaluation
  }

  /**
   * Saves successes as such unless they were judged as failures; saves failures as what did not work. `auto` saves every clear judgement;
   * where the judge is unsure it saves nothing.
   */
  async #offerExperience(run: RunControl): Promise<void> {
    const { config, interactor } = this.dependencies
    const { save_experience } = config.system
    if (save_experience === 'always_not' || !this.dependencies.hasExperience(this.context)) return
    const complete = this.verdict?.complete ?? 'unsure'
    const wanted =
      save_experience === 'always' ||
      (save_experience === 'auto' && complete !== 'unsure') ||
      (save_experience === 'ask' && (await interactor.experienceAsker(run, complete !== 'no')).answer)
    if (wanted) await this.experienceSaver(run)
  }

  /** The verdict of the session; if the run failed, its end counts more than the EvaluationAgent. */
  protected get verdict(): Verdict | null {
    return verdictOn(this.#ended)
  }

  get #ended(): Ended {
    const { config, folder } = this.dependencies
    return {
      results: this.results,
      unbegun: this.unbegun,
      isOverCost: isOverCost(this.context, config.system.cost_ceiling) && !this.finish,
      steps: this.step - (this.options.resumption?.firstStep ?? 0),
      rounds: this.totalRounds,
      cost: this.cost,
      log_path: folder.path,
    }
  }
}
