// One execution of a session from the first file to the last event: everything it borrows is given back.
import { randomUUID } from 'node:crypto'
import { homedir, release } from 'node:os'
import { join } from 'node:path'
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
import { watchBrake } from '../core/run-brake.ts'
import { ROLES, type Model } from '../models/model.ts'
import { tellText } from '../models/tell-text.ts'
import { closeInterrupted, readInterrupted } from '../recorder/closing.ts'
import { Journal } from '../recorder/journal.ts'
import { saveMarkdown } from '../recorder/markdown.ts'
import { TypedPasswords } from '../recorder/passwords.ts'
import { RunFolder } from '../recorder/run-folder.ts'
import { createGate } from '../safety/create-gate.ts'
import type { StandingRules } from '../safety/standing-rules.ts'
import type { BaseSession } from '../session/base-session.ts'
import type { SessionEnd } from '../session/dependencies.ts'
import { resumptionOf, type Resumption } from '../session/resumption.ts'
import { RecordedInteractor } from '../session/recorded-interactor.ts'
import { chosenStrategy, SessionFactory } from '../session/session-factory.ts'
import { openDesktop, type Surroundings } from './desktops.ts'
import { lendDesktop } from './lend.ts'
import { MouseBrake } from './mouse-brake.ts'
import { usualStrategy } from './strategy.ts'
import { buildStack } from './stack.ts'

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
export type ModelFor = (personHome: string) => Model

export interface RunSurroundings extends Surroundings {
  modelFor: ModelFor
  yesTo: readonly SafetyCategory[]
  /** The windows of the shell itself, where it has some on the desktop that is driven. */
  ownWindows?: OwnWindows | undefined
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
  const chosen = chosenStrategy({ ...wanted, ...(left ? { strategy: left.resumption.strategy } : {}) })
  await using borrowed = new AsyncDisposableStack()
  const resumable = wanted.resumable ?? false
  const folder = await RunFolder.create(home, wanted.task ?? null, { resumable })
  wanted.onBegun?.(folder.name)
  const passwords = new TypedPasswords()
  const journal = borrowed.use(await Journal.open(folder.eventsPath, { run: folder.name, passwords }))
  let finished: Finished | null = null
  let mouse: MouseBrake | null = null
  journal.subscribe((event) => {
    if (event.type === 'session_finished') finished = event
    mouse?.hear(event)
    wanted.onEvent(event)
  })
  const state = await GlobalState.open(folder.statePath)
  // The end of the session is its last event, also where its desktop is kept open afterwards.
  const tell = (type: 'paused' | 'resumed' | 'stop_requested') => {
    const byMouse = type === 'paused' && mouse?.takesBlame() === true
    if (finished === null) journal.emit({ type, by: byMouse ? 'mouse' : 'person' })
  }
  borrowed.use(
    await watchBrake(state, run, {
      paused: () => tell('paused'),
      resumed: () => tell('resumed'),
      stopped: () => tell('stop_requested'),
    }),
  )
  try {
    await using desktopThings = new AsyncDisposableStack()
    const desktop = desktopThings.use(
      await openDesktop({ home, env: around.env, config, logger }, folder.name, run, wanted.continues),
    )
    // Only now: what is still open is swept.
    if (left) await closeInterrupted(left.folder, `It was interrupted, and goes on as “${folder.name}”.`)
    const mode = left?.resumption.mode || (wanted.mode ?? 'normal')
    const { onText } = wanted
    const model = tellText(around.modelFor(desktop.env['HOME'] ?? homedir()), (role) =>
      onText ? (text, first) => onText(role, text, first) : null,
    )
    const interactor = new RecordedInteractor(wanted.interactor, journal)
    const rules = await around.rules()
    desktopThings.defer(() => rules.endRun(folder.name))
    const gate = createGate({
      policy: config.safety,
      yesTo: new Set(around.yesTo),
      interactor,
      runId: folder.name,
      rules,
      warn: (message) => journal.emit({ type: 'warning', message }),
    })
    const stack = desktopThings.use(
      await buildStack(
        { config, desktop, gate, sink: journal, logger, startProgram: around.startProgram },
        run,
      ),
    )
    const { desktopProcess } = stack
    const { ownWindows } = around
    const { onDesktop } = wanted
    desktopThings.use(await lendDesktop({ desktop: desktopProcess, ownWindows, onDesktop, logger }))
    if (desktop.kind === 'host' && config.app.pause_on_person) {
      mouse = desktopThings.use(new MouseBrake({ desktop: desktopProcess, state, run, logger }))
    }
    const { strategy, why } = chosen ? { strategy: chosen, why: null } : await usualStrategy(stack, run)
    const saveFile = (name: string, data: Uint8Array | string) => folder.saveFile(name, data)
    const agents = {
      model,
      sink: journal,
      interactor,
      config,
      clock: systemClock,
      saveFile,
      os: `linux ${release()}`,
    }
    using session: BaseSession = new SessionFactory({
      runId: folder.name,
      config,
      folder,
      state,
      sink: journal,
      interactor,
      dispatcher: stack.dispatcher,
      agents,
      logger,
      experiencePath: join(home, 'experience', 'experience.yaml'),
      mask: (value) => passwords.mask(value),
      saveMarkdown: (end) => saveMarkdown(folder, end),
      evaluate: (what, control) => evaluateRun(agents, what, control),
    }).createSession({
      id: left?.resumption.session || randomUUID(),
      task: folder.name,
      mode,
      request: left?.resumption.request ?? wanted.request,
      strategy,
      resumption: left && {
        ...left.resumption,
        newDesktop: !desktop.adopted,
        blind: model.nameOf(strategy === 'single' ? 'linux' : 'host') === 'offline',
      },
    })
    journal.where = () => whereOf(session)
    journal.emit({
      type: 'run_started',
      session: session.id,
      session_type: session.sessionType,
      task: session.task,
      mode,
      strategy,
      platform: 'linux',
      display: { kind: desktop.kind, name: desktop.name },
      models: Object.fromEntries(ROLES.slice(0, 4).map((role) => [role, model.nameOf(role)])),
      log_path: folder.path,
      continues: wanted.continues ?? null,
    })
    if (why !== null) journal.emit({ type: 'warning', message: why })
    logger.info({ run: folder.name, desktop: desktop.name }, 'The run begins.')
    const { status, reason } = await session.run(run)
    logger.info({ run: folder.name, status, reason }, 'The run has ended.')
    if (wanted.keepOpen && !run.stopped) await Promise.race([wanted.untilReleased, stopOf(run)])
  } catch (error) {
    if (!run.stopped) logger.error({ run: folder.name }, messageOf(error))
    if (finished === null) journal.emit({ type: 'session_finished', ...failedBefore(error, folder, run) })
  } finally {
    try {
      await journal.sync()
    } finally {
      await state.setRunningState('stopped').catch((error: unknown) => logger.warn(messageOf(error)))
    }
  }
  // Nothing is written any more.
  await passwords.scrub(folder).catch((error: unknown) => logger.warn({ run: folder.name }, messageOf(error)))
  if (finished === null) throw new Error('The session ended without saying how.')
  return finished
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
