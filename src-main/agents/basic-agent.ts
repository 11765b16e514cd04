// Defines what all agents have: a state, a status, a record of ended subtasks, questions to the person, and a paid model.
import { z } from 'zod'
import type { Route } from '../core/command.ts'
import type { Context } from '../core/context.ts'
import { messageOf, StoppedError } from '../core/errors.ts'
import type { RunControl } from '../core/run-control.ts'
import { askAndTell, type Asked } from '../models/ask-and-tell.ts'
import type { HostInput, Interruption, ModelInput, StepRecord, SubtaskRecord } from '../models/input.ts'
import type { Role } from '../models/model.ts'
import type { Agent, AgentClass, AgentState } from './agent.ts'
import type { Blackboard } from './blackboard.ts'
import type { AgentDependencies, SharedMemory } from './dependencies.ts'
import { stateOf } from './states.ts'

/** The reference's answer where nobody may be asked. */
export const NO_ANSWER =
  'The answer is not available. Use your own knowledge and what you see. Do not ask this question again.'

export abstract class BasicAgent implements Agent {
  readonly name: string
  readonly agentClass: AgentClass
  stepCount = 0
  status = 'CONTINUE'
  error: string | null = null
  activeAgent: Agent | null = null
  protected readonly deps: AgentDependencies
  protected readonly shared: SharedMemory
  protected questions: string[] = []
  #state: AgentState
  #result: unknown = null
  #lastSubtask: SubtaskRecord | null = null
  /** Whether the subtask was filed, so that it is not filed again. */
  #archived = false

  constructor(name: string, agentClass: AgentClass, deps: AgentDependencies, shared: SharedMemory) {
    this.name = name
    this.agentClass = agentClass
    this.deps = deps
    this.shared = shared
    this.#state = stateOf(agentClass, 'START')
  }

  protected abstract readonly role: Role
  abstract process(context: Context, run: RunControl): Promise<void>

  route(context: Context): Route {
    return {
      agent_name: this.agentClass,
      process_name: context.get('APPLICATION_PROCESS_NAME'),
      root_name: context.get('APPLICATION_ROOT_NAME'),
    }
  }

  get host(): Agent | null {
    return null
  }
  get state(): AgentState {
    return this.#state
  }
  get result(): unknown {
    return this.#result
  }
  get blackboard(): Blackboard {
    return this.shared.blackboard
  }
  get steps(): readonly StepRecord[] {
    return this.shared.steps
  }
  get lastSubtask(): SubtaskRecord | null {
    return this.#lastSubtask
  }
  get atPlanBoundary(): boolean {
    return false
  }

  setState(state: AgentState): void {
    if (state.agentClass !== this.agentClass) {
      throw new Error(`${this.name} can't be in a state of ${state.agentClass}.`)
    }
    this.#state = state
  }

  startRound(context: Context): void {
    this.beginSubtask()
    this.#lastSubtask = null
    this.setState(stateOf(this.agentClass, 'START'))
    this.shared.earlierSubtasks = context.get('PREVIOUS_SUBTASKS').length
    this.shared.earlierSteps = this.shared.steps.length
    this.shared.interruption = null
    context.set('ROUND_RESULT', null)
  }

  resume(steps: readonly StepRecord[], interruption: Interruption): void {
    this.shared.steps.push(...steps)
    this.shared.interruption = interruption
  }

  /** Begins a subtask and forgets the one before. */
  beginSubtask(): void {
    this.status = 'CONTINUE'
    this.error = null
    this.questions = []
    this.#result = null
    this.#archived = false
  }

  async handle(context: Context, run: RunControl): Promise<void> {
    try {
      await this.#state.handle(this, context, run)
    } catch (error) {
      if (error instanceof StoppedError) throw error
      this.fail(error)
      this.archiveSubtask(context)
    }
  }

  protected fail(error: unknown): void {
    this.status = 'ERROR'
    this.error = error instanceof z.ZodError ? z.prettifyError(error) : messageOf(error)
  }

  /** Asks the role's model. `paid` gets the cost and the outcome, also of a call that failed. */
  protected async ask<T>(
    input: ModelInput,
    schema: z.ZodType<T>,
    paid: (asked: Asked) => void,
    run: RunControl,
  ): Promise<T> {
    const { model, onText, sink, clock } = this.deps
    const request = { role: this.role, input, schema, ...(onText ? { onText } : {}) }
    return (await askAndTell(request, { model, sink, clock, paid }, run)).reply
  }

  /** Describes the agent's surroundings: the system, the home folder, the installed applications. */
  protected async surroundings(): Promise<Pick<HostInput, 'os' | 'home' | 'applications'>> {
    const { os, home, applications } = this.deps
    return { os, ...(home === undefined ? {} : { home }), applications: (await applications?.()) ?? [] }
  }

  async processAsker(context: Context, run: RunControl): Promise<void> {
    for (const [index, question] of this.questions.entries()) {
      await run.checkpoint()
      const answer = await this.#answerOf(question, index + 1, context, run)
      if (answer.trim() !== '') this.blackboard.addQuestions({ question, answer })
    }
    this.questions = []
    this.status = 'CONTINUE'
  }

  /** Returns the person's answer; where nobody can be asked, their earlier answer to the same question. */
  async #answerOf(question: string, index: number, context: Context, run: RunControl): Promise<string> {
    const { config, interactor, answers } = this.deps
    const nobody = async () => {
      const earlier = (await answers?.earlier(question, run)) ?? null
      if (earlier === null) return null
      const { id, kind, title, helped, failed } = earlier
      this.deps.sink.emit({ type: 'remembered', memories: [{ id, kind, title, helped, failed }] })
      return earlier.text
    }
    if (!config.system.ask_question) return (await nobody()) ?? NO_ANSWER
    const { answer, by } = await interactor.questionAsker(question, index, [], run)
    if (by === 'nobody') {
      const earlier = await nobody()
      if (earlier !== null) return earlier
      throw new StoppedError('unanswered', `Nobody is there to answer: ${question}`)
    }
    if (answer.trim() !== '') answers?.given({ question, answer, request: subtaskOf(context) })
    return answer
  }

  async createSubagent(_context: Context, _run: RunControl): Promise<void> {
    throw new Error(`${this.name} assigns nothing.`)
  }

  async processConfirmation(_context: Context, _run: RunControl): Promise<void> {
    throw new Error(`${this.name} holds nothing back: the gate asks before its acts.`)
  }

  archiveSubtask(context: Context): void {
    if (this.#archived || !this.archives) return
    this.#archived = true
    const result = this.#result ?? this.error
    this.fileSubtask(context, { subtask: subtaskOf(context), status: this.status, result })
  }

  /** Whether its ends also end a subtask. */
  protected get archives(): boolean {
    return true
  }

  protected fileSubtask(context: Context, record: SubtaskRecord): void {
    this.#lastSubtask = record
    context.set('PREVIOUS_SUBTASKS', [...context.get('PREVIOUS_SUBTASKS'), record])
  }

  protected setResult(result: unknown): void {
    this.#result = result ?? null
  }

  /** Subtasks of this round that have ended. */
  protected previousSubtasks(context: Context): SubtaskRecord[] {
    return context.get('PREVIOUS_SUBTASKS').slice(this.shared.earlierSubtasks)
  }

  protected roundHistory(context: Context): StepRecord[] {
    const round = context.get('CURRENT_ROUND_ID')
    return this.shared.steps.slice(this.shared.earlierSteps).filter((step) => step.round === round)
  }
}

/** Returns the assigned subtask; the request itself if nothing was assigned. */
export const subtaskOf = (context: Context): string => context.get('SUBTASK') || context.get('REQUEST')
