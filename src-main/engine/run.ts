// One execution of a session from the first file to the last event: everything it borrows is given back.
import { randomUUID } from 'node:crypto'
import type { Config } from '../../src-preload/contract/config.ts'
import type { EventOf, SessionEvent } from '../../src-preload/contract/events.ts'
import type { SafetyCategory } from '../../src-preload/contract/safety.ts'
import { evaluateRun } from '../agents/evaluation-agent.ts'
import { systemClock } from '../core/clock.ts'
import { messageOf } from '../core/errors.ts'
import { GlobalState } from '../core/global-state.ts'
import type { Interactor } from '../core/interactor.ts'
import type { LiveDesktop } from '../core/live-desktop.ts'
import type { OwnWindows } from '../core/own-windows.ts'
import type { RunControl } from '../core/run-control.ts'
import { watchBrake, type BrakeListener } from '../core/run-brake.ts'
import type { MemoryStore } from '../memory/client.ts'
import { ROLES, type Model, type Role } from '../models/model.ts'
import { readOwnPrompts, type Prompts } from '../models/render/own-prompts.ts'
import type { WebSearch } from '../models/websearch/port.ts'
import { searchWeb } from '../models/websearch/search.ts'
import { tellText } from '../models/tell-text.ts'
import type { ReplayOptions } from '../plans/replay-options.ts'
import { openReplay, ReplaySession, type Replay } from '../plans/replay-session.ts'
import { closeInterrupted, readInterrupted } from '../recorder/closing.ts'
import { Journal } from '../recorder/journal.ts'
import { saveMarkdown } from '../recorder/markdown.ts'
import { TypedPasswords } from '../recorder/passwords.ts'
import { RunFolder } from '../recorder/run-folder.ts'
import { StateFollower } from '../recorder/state-follower.ts'
import type { StandingRules } from '../safety/standing-rules.ts'
import type { BaseSession } from '../session/base-session.ts'
import type { SessionDependencies, SessionEnd } from '../session/dependencies.ts'
import { resumptionOf, type Resumption } from '../session/resumption.ts'
import { PlanReader } from '../session/plan-reader.ts'
import { RecordedInteractor } from '../session/recorded-interactor.ts'
import { chosenStrategy, SessionFactory, type Strategy } from '../session/session-factory.ts'
import type { Surroundings } from './desktops.ts'
import { openLocalPlace } from './local-place.ts'
import type { OpenPlace, Place } from './place.ts'
import { plannerParts, type PlannerParts } from './planner-parts.ts'
import { RunMemory } from './run-memory.ts'

export interface RunRequest {
  /** Null asks the interactor. */
  request: string | null
  task?: string | null
  /** Overrides `max_step`. */
  maxStep?: number
  /** Overrides `display.kind`. */
  display?: Config['display']['kind'] | null
  strategy?: string | null
  mode?: string | null
  platformOverride?: string | null
  /** Leave the virtual desktop and its applications until `untilReleased` resolves. */
  keepOpen?: boolean
  /** The session's id where somebody else gives it. */
  id?: string | null
  /** Path of the plan file of the modes `follower` and `batch_normal`. */
  plan?: string | null
  /** How a plan that was recorded is replayed. */
  replay?: ReplayOptions
  /** Where it acts if not on a desktop of this machine. */
  openPlace?: OpenPlace
  /** Stopped and paused with what it is a part of. */
  under?: RunControl
  untilReleased?: Promise<void> | undefined
  interactor: Interactor
  onEvent(event: SessionEvent): void
  /** The interrupted run that this one goes on from: its folder's name. */
  continues?: string | null
  /** A person may want to go on with it after a crash: its desktop is kept until it is continued or closed. */
  resumable?: boolean
  /** The run has its folder, which names it; nothing was said yet. */
  onBegun?: (run: string) => void
  /** Text of a model's reply as it streams in; `reset` begins a new reply. Never stored. */
  onText?: (role: string, text: string, reset: boolean) => void
  /** Its desktop is there to be watched and driven, or (null) not any more. */
  onDesktop?: (desktop: LiveDesktop | null) => void
}

/** The models of a run, for a desktop on which this folder is the person's home (`~`). */
export type ModelFor = (personHome: string, prompts: Prompts) => Model

export interface RunSurroundings extends Surroundings {
  modelFor: ModelFor
  yesTo: readonly SafetyCategory[]
  /** The windows of the shell itself, where it has some on the desktop that is driven. */
  ownWindows?: OwnWindows | undefined
  /** What was learned before, and is learned now. */
  memory: MemoryStore
  /** Null while no service is set up. */
  webSearch: WebSearch | null
  /** What people have allowed for good, or for runs that go on. */
  rules: () => Promise<StandingRules>
}

type Finished = EventOf<'session_finished'>

/**
 * Carries out a session. What goes wrong after the run folder exists is said by the events and the answer; before that a
 * UserError is thrown. `run` is stopped from outside; so is its GlobalState.
 */
export async function executeRun(
  around: RunSurroundings,
  wanted: RunRequest,
  run: RunControl,
): Promise<Finished> {
  const { home, logger } = around
  const left = wanted.continues ? await resumeFrom(home, wanted.continues) : null
  const config = left ? configAfter(around.config, left.resumption) : around.config
  const mode = left?.resumption.mode || (wanted.mode ?? 'normal')
  const strategy = chosenStrategy({
    ...wanted,
    mode,
    ...(left ? { strategy: left.resumption.strategy } : {}),
  })
  const plan = wanted.plan ? await PlanReader.open(wanted.plan) : null
  const replay = plan && mode === 'follower' ? await openReplay(plan.path, wanted.replay) : null
  const prompts = await readOwnPrompts(config.prompt_path, home)
  await using borrowed = new AsyncDisposableStack()
  const resumable = wanted.resumable ?? false
  const folder = await RunFolder.create(home, wanted.task ?? null, { resumable })
  wanted.onBegun?.(folder.name)
  const passwords = new TypedPasswords()
  const journal = borrowed.use(await Journal.open(folder.eventsPath, { run: folder.name, passwords }))
  const state = await GlobalState.open(folder.statePath)
  const begun: Begun = {
    around: { ...around, config },
    wanted,
    left,
    mode,
    plan,
    replay,
    strategy,
    prompts,
    folder,
    journal,
    passwords,
    state,
    pausedByMouse: () => false,
    finished: null,
  }
  const follower = new StateFollower(state, folder, logger)
  journal.subscribe((event) => {
    follower.hear(event)
    if (event.type === 'session_finished') begun.finished = event
    wanted.onEvent(event)
  })
  const brake = borrowed.use(await watchBrake(state, run, brakeTeller(begun)))
  try {
    await carryOut(begun, run)
  } catch (error) {
    if (!run.stopped) logger.error({ run: folder.name }, messageOf(error))
    if (begun.finished === null) {
      journal.emit({ type: 'session_finished', ...failedBefore(error, folder, run) })
    }
  } finally {
    try {
      await journal.sync()
    } finally {
      await follower.settled()
      // Nobody has to be stopped any more: from here on the flag says that the run is over.
      brake[Symbol.dispose]()
      await endState(state).catch((error: unknown) => logger.warn(messageOf(error)))
    }
  }
  // Nothing is written any more.
  await passwords.scrub(folder).catch((error: unknown) => logger.warn({ run: folder.name }, messageOf(error)))
  if (begun.finished === null) throw new Error('The session ended without saying how.')
  return begun.finished
}

async function endState(state: GlobalState): Promise<void> {
  await state.setRunningState('stopped')
  await state.setTerminationFlag('terminated')
}

/** A run that has its folder. */
interface Begun {
  around: RunSurroundings
  wanted: RunRequest
  /** What it goes on from. */
  left: { folder: RunFolder; resumption: Resumption } | null
  mode: string
  plan: PlanReader | null
  /** Null where its plan was written by hand, or there is none. */
  replay: Replay | null
  /** Null: what the desktop makes usual. */
  strategy: Strategy | null
  /** Read before the run began: a file that changes meanwhile changes nothing. */
  prompts: Prompts
  folder: RunFolder
  journal: Journal
  passwords: TypedPasswords
  state: GlobalState
  /** Whether the pause that has just come is of the person's hand on the mouse. */
  pausedByMouse: () => boolean
  finished: Finished | null
}

/** Tells what the brake did. The end of the session is its last event, also where its desktop is kept open afterwards. */
function brakeTeller(begun: Begun): BrakeListener {
  const tell = (type: 'paused' | 'resumed' | 'stop_requested') => {
    const byMouse = type === 'paused' && begun.pausedByMouse()
    if (begun.finished === null) begun.journal.emit({ type, by: byMouse ? 'mouse' : 'person' })
  }
  return {
    paused: () => tell('paused'),
    resumed: () => tell('resumed'),
    stopped: () => tell('stop_requested'),
  }
}

/** From the desktop to the last event of the session; everything that it borrows is given back. */
async function carryOut(begun: Begun, run: RunControl): Promise<void> {
  const { around, wanted, left, folder, journal } = begun
  const { config, logger } = around
  await using borrowed = new AsyncDisposableStack()
  const interactor = new RecordedInteractor(wanted.interactor, journal)
  const openPlace = wanted.openPlace ?? openLocalPlace(around, wanted)
  const place = borrowed.use(
    await openPlace({ folder, config, sink: journal, interactor, state: begun.state }, run),
  )
  begun.pausedByMouse = place.pausedByMouse ?? begun.pausedByMouse
  // Only now: what is still open is swept.
  if (left) await closeInterrupted(left.folder, `It was interrupted, and goes on as “${folder.name}”.`)
  const { strategy, why } = begun.strategy
    ? { strategy: begun.strategy, why: null }
    : await place.usualStrategy(run)
  const model = toldModel(around.modelFor(place.personHome, begun.prompts), wanted.onText)
  const memory = borrowed.use(
    new RunMemory({
      store: around.memory,
      config,
      run: folder.name,
      model,
      sink: journal,
      logger,
      mask: (value) => begun.passwords.mask(value),
    }),
  )
  const planner = strategy === 'planner' ? borrowed.use(plannerPartsOf(begun, model, memory)) : undefined
  using session = createSession(begun, { place, strategy, model, interactor, memory, planner })
  journal.where = () => whereOf(session)
  journal.emit({
    type: 'run_started',
    session: session.id,
    session_type: session.sessionType,
    task: session.task,
    mode: begun.mode,
    strategy,
    platform: place.platform,
    display: place.display,
    models: Object.fromEntries(ROLES.slice(0, 5).map((role) => [role, model.nameOf(role)])),
    log_path: folder.path,
    continues: wanted.continues ?? null,
  })
  if (why !== null) journal.emit({ type: 'warning', message: why })
  logger.info({ run: folder.name, desktop: place.display.name }, 'The run begins.')
  const { status, reason } = await session.run(run)
  logger.info({ run: folder.name, status, reason }, 'The run has ended.')
  if (wanted.keepOpen && !run.stopped) await Promise.race([wanted.untilReleased, stopOf(run)])
}

/** Whose model says whether a strategy's agents see pictures and think, or only read plain commands. */
const ROLE_OF: Record<Strategy, Role> = {
  'host-app': 'host',
  single: 'linux',
  planner: 'action_generator',
  operator: 'operator',
}

const toldModel = (model: Model, onText: RunRequest['onText']): Model =>
  tellText(model, (role) => (onText ? (text, first) => onText(role, text, first) : null))

interface Parts {
  place: Place
  strategy: Strategy
  model: Model
  interactor: Interactor
  memory: RunMemory
  planner: PlannerParts | undefined
}

function plannerPartsOf({ around, passwords, folder }: Begun, model: Model, memory: RunMemory): PlannerParts {
  return plannerParts({ ...around, model, memory, run: folder.name, mask: (value) => passwords.mask(value) })
}

function createSession(begun: Begun, parts: Parts): BaseSession {
  const { place, strategy, model, interactor, memory, planner } = parts
  const { around, wanted, left, folder, journal, state } = begun
  const { config, logger } = around
  const agents = {
    model,
    sink: journal,
    interactor,
    config,
    clock: systemClock,
    saveFile: (name: string, data: Uint8Array | string) => folder.saveFile(name, data),
    os: place.os,
    search: (query: string, control: RunControl) => searchWeb(around.webSearch, query, control),
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
    agents,
    logger,
    hasExperience: memory.has,
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
  return begun.replay
    ? new ReplaySession(dependencies, { ...options, shouldEvaluate: true }, begun.replay)
    : new SessionFactory(dependencies).createSession(options)
}

/** Throws UserError for a run that goes on, or that has ended. */
async function resumeFrom(
  home: string,
  name: string,
): Promise<{ folder: RunFolder; resumption: Resumption }> {
  const folder = await RunFolder.find(home, name)
  return { folder, resumption: resumptionOf(await readInterrupted(folder)) }
}

/** The same kind of desktop; the steps that were done do not count again, the money that was spent does. */
function configAfter(config: Config, { display, firstStep, spent }: Resumption): Config {
  const { max_step, cost_ceiling } = config.system
  const ceiling = cost_ceiling === null ? null : Math.max(0, cost_ceiling - (spent ?? 0))
  return {
    ...config,
    display: { ...config.display, kind: display },
    system: { ...config.system, max_step: max_step + firstStep, cost_ceiling: ceiling },
  }
}

const whereOf = (session: BaseSession) => {
  const round = session.currentRound
  return { round: round?.id ?? null, step: round ? session.step : null }
}

const stopOf = (run: RunControl) =>
  new Promise<void>((resolve) => run.signal.addEventListener('abort', () => resolve(), { once: true }))

/** The run ended before its session could: no desktop, a missing tool, a stop while it was being set up. */
function failedBefore(error: unknown, folder: RunFolder, run: RunControl): SessionEnd {
  return {
    status: run.stopped ? 'stopped' : 'failed',
    reason: run.stopped ? 'stopped' : 'error',
    error: messageOf(error),
    result: null,
    steps: 0,
    rounds: 0,
    cost: 0,
    log_path: folder.path,
  }
}
