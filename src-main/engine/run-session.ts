// Makes the session of a run: its models, what its agents get, and its kind.
import { randomUUID } from 'node:crypto'
import { evaluateRun } from '../agents/evaluation-agent.ts'
import { Checklist } from '../core/checklist.ts'
import { systemClock } from '../core/clock.ts'
import type { Interactor } from '../core/interactor.ts'
import type { RunControl } from '../core/run-control.ts'
import type { Model, Role } from '../models/model.ts'
import type { Prompts } from '../models/render/own-prompts.ts'
import { searchWeb } from '../models/websearch/search.ts'
import { tellText } from '../models/tell-text.ts'
import { ReplaySession, type Replay } from '../replay/replay-session.ts'
import { saveMarkdown } from '../recorder/markdown.ts'
import type { RunFolder } from '../recorder/run-folder.ts'
import type { BaseSession } from '../session/base-session.ts'
import type { SessionDependencies } from '../session/dependencies.ts'
import type { PlanReader } from '../session/plan-reader.ts'
import type { Resumption } from '../session/resumption.ts'
import { SessionFactory, type CreateSession, type Strategy } from '../session/session-factory.ts'
import type { Place } from './place.ts'
import { plannerParts, type PlannerParts } from './planner-parts.ts'
import type { RunMemory } from './run-memory.ts'
import type { RunRecord } from './run-record.ts'
import type { RunRequest, RunSurroundings } from './run-request.ts'

/** A run that has its folder. */
export interface Begun {
  around: RunSurroundings
  wanted: RunRequest
  /** The run that it continues. */
  left: { folder: RunFolder; resumption: Resumption } | null
  mode: string
  plan: PlanReader | null
  /** Null where its plan was written by hand, or there is none. */
  replay: Replay | null
  /** Null means the usual strategy on this desktop. */
  strategy: Strategy | null
  /** Read before the run began, so that a later change of a file has no effect. */
  prompts: Prompts
  record: RunRecord
}

/** The role whose model decides whether a strategy's agents see pictures and think, or only read plain commands. */
const ROLE_OF: Record<Strategy, Role> = {
  'host-app': 'host',
  single: 'linux',
  planner: 'action_generator',
  operator: 'operator',
}

export const toldModel = (model: Model, onText: RunRequest['onText']): Model =>
  tellText(model, (role) => (onText ? (text, first) => onText(role, text, first) : null))

interface Parts {
  place: Place
  strategy: Strategy
  model: Model
  interactor: Interactor
  memory: RunMemory
  planner: PlannerParts | undefined
}

export function plannerPartsOf(
  { around, record: { passwords, folder } }: Begun,
  memory: RunMemory,
): PlannerParts {
  return plannerParts({ ...around, memory, run: folder.name, mask: (value) => passwords.mask(value) })
}

export function createSession(begun: Begun, parts: Parts): BaseSession {
  const { place, strategy, model, interactor, memory, planner } = parts
  const { around, wanted, left, record } = begun
  const { folder, journal, state } = record
  const { config, logger } = around
  const checklist = new Checklist({ sink: journal, interactor, showFirst: wanted.showPlan ?? false })
  wanted.onChecklist?.(checklist)
  const agents = {
    model,
    checklist,
    sink: journal,
    interactor,
    config,
    clock: systemClock,
    learnPassword: (text: string) => record.passwords.add(text),
    saveFile: (name: string, data: Uint8Array | string) => folder.saveFile(name, data),
    os: place.os,
    home: place.personHome,
    ...(place.isMissing && { isMissing: place.isMissing }),
    applications: () => place.applications(),
    ...(around.webSearch === null
      ? {}
      : { search: (query: string, control: RunControl) => searchWeb(around.webSearch, query, control) }),
    ...memory.port,
  }
  const dependencies: SessionDependencies = {
    runId: folder.name,
    config,
    folder,
    state,
    sink: journal,
    interactor,
    dispatcher: place.dispatcher,
    idleDesktop: place.idleDesktop,
    passingDesktop: place.passingDesktop,
    agents,
    logger,
    mask: (value) => record.passwords.mask(value),
    hasExperience: memory.has,
    settleMemories: memory.settle,
    saveExperience: memory.save,
    saveAnswers: memory.saveAnswers,
    planner,
    saveMarkdown: (end) => saveMarkdown(folder, end),
    evaluate: (what, control) => evaluateRun(agents, what, control),
  }
  const options = {
    id: left?.resumption.session || (wanted.id ?? randomUUID()),
    task: folder.name,
    mode: begun.mode,
    request: left?.resumption.request ?? wanted.request,
    plan: begun.plan,
    strategy,
    resumption: left && {
      ...left.resumption,
      newDesktop: !place.adopted,
      blind: model.nameOf(ROLE_OF[strategy]) === 'offline',
    },
  }
  const session = newSession(begun, dependencies, options)
  memory.countIn(session.context)
  return session
}

function newSession(
  { replay, mode }: Begun,
  dependencies: SessionDependencies,
  options: CreateSession & { mode: string; request: string | null },
): BaseSession {
  if (replay) return new ReplaySession(dependencies, { ...options, shouldEvaluate: true }, replay)
  const factory = new SessionFactory(dependencies)
  return mode === 'service' ? factory.createServiceSession(options) : factory.createSession(options)
}
