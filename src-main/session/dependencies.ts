// Defines what a session gets from the composition root.
import type { Config } from '../../src-preload/contract/config.ts'
import type { EventBody } from '../../src-preload/contract/events.ts'
import type { AgentDependencies } from '../agents/dependencies.ts'
import type { WhatToEvaluate } from '../agents/evaluation-agent.ts'
import type { Context } from '../core/context.ts'
import type { BasicCommandDispatcher } from '../core/dispatcher.ts'
import type { EventSink } from '../core/event-sink.ts'
import type { GlobalState } from '../core/global-state.ts'
import type { Interactor } from '../core/interactor.ts'
import type { Logger } from '../core/logger.ts'
import type { RunControl } from '../core/run-control.ts'
import type { Verdict } from '../memory/experience.ts'
import type { EvaluationReply } from '../models/replies.ts'
import type { PlannerDependencies } from '../planner/planner-agent.ts'
import type { RunFolder } from '../recorder/run-folder.ts'

/** The content of `session_finished`: how a session ended. */
export type SessionEnd = Omit<Extract<EventBody, { type: 'session_finished' }>, 'type'>

/** A desktop that a session can do without while it waits for a request. */
export interface IdleDesktop {
  /** Does this work, and allows the desktop to be given back until it has ended. */
  whileIdle<T>(work: () => Promise<T>, run: RunControl): Promise<T>
  /** Opens another desktop if it was given back, and tells whether it did. Throws UserError where none can be opened. */
  takeUp(run: RunControl): Promise<boolean>
}

/** A window that would not close, with its work. */
export interface OpenWork {
  handle: string
  /** Of the window, with its application’s name where it has none. */
  title: string
  /** False where only the application is silent. */
  unsaved: boolean
}

/** A desktop that ends with its session. */
export interface PassingDesktop {
  /** Keeps the settings that were changed for a request, and says which ones will be lost. */
  settle(run: RunControl): Promise<void>
  /** Closes the windows that close without a question, and gives up the work in those of `discard`. Returns what is left. */
  close(discard: readonly OpenWork[], run: RunControl): Promise<OpenWork[]>
  /** Brings the window of this work to the front; false where it does not come, so that keys would reach another one. */
  show(work: OpenWork, run: RunControl): Promise<boolean>
  /** Lists the windows that show unsaved work. Changes nothing. */
  unsaved(run: RunControl): Promise<OpenWork[]>
}

export interface SessionDependencies {
  runId: string
  config: Config
  folder: RunFolder
  state: GlobalState
  sink: EventSink
  interactor: Interactor
  dispatcher: BasicCommandDispatcher
  /** Missing where the desktop is never given back before the end. */
  idleDesktop?: IdleDesktop | undefined
  /** Missing where the desktop stays when the session has ended. */
  passingDesktop?: PassingDesktop | undefined
  agents: AgentDependencies
  logger: Logger
  /** Tells whether the session has produced anything to remember. */
  hasExperience(context: Context): boolean
  /** Counts whether the given memories have helped; `verdict` is null where the end tells nothing about them. Does not wait. */
  settleMemories(context: Context, verdict: Verdict | null): void
  /** Saves the session's experience, and returns the number of new memories. */
  saveExperience(context: Context, verdict: Verdict | null, run: RunControl): Promise<number>
  /** Saves only the person's answers. */
  saveAnswers(run: RunControl): Promise<number>
  /** Masks the passwords of this run in written texts. */
  mask?: <T>(value: T) => T
  /** The parts that only the strategy `planner` needs. */
  planner?: Pick<PlannerDependencies, 'grounding' | 'keeping'> | undefined
  saveMarkdown(end: SessionEnd): Promise<void>
  evaluate(what: WhatToEvaluate, run: RunControl): Promise<EvaluationReply & { cost: number | null }>
}
