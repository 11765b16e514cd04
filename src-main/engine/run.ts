// Carries out one execution of a session, from the first file to the last event. Everything that it borrows is given back.
import type { Config } from '../../src-preload/contract/config.ts'
import { messageOf, UserError } from '../core/errors.ts'
import type { RunControl } from '../core/run-control.ts'
import { recordPauses } from '../core/run-brake.ts'
import { maskedModel } from '../models/masked-model.ts'
import { answeredSecrets, spelledSecrets } from '../safety/spelled-secrets.ts'
import { readOwnPrompts } from '../models/render/own-prompts.ts'
import { isOwnPlan } from '../replay/plan-file.ts'
import { openReplay } from '../replay/replay-session.ts'
import { closeInterrupted, readInterrupted } from '../recorder/closing.ts'
import { RunFolder } from '../recorder/run-folder.ts'
import type { BaseSession } from '../session/base-session.ts'
import type { SessionEnd } from '../session/dependencies.ts'
import { takeOutputs } from '../servers/bash/kept-output.ts'
import { keepResumption, readResumption } from '../session/kept-resumption.ts'
import type { Resumption } from '../session/resumption.ts'
import { PlanReader } from '../session/plan-reader.ts'
import { followerSteps } from '../session/plan-session.ts'
import { RecordedInteractor } from '../session/recorded-interactor.ts'
import { chosenStrategy, PLAN_MODES } from '../session/session-factory.ts'
import { announcing } from './announcing-place.ts'
import { openLocalPlace } from './local-place.ts'
import { RunMemory } from './run-memory.ts'
import { RunRecord, type Finished } from './run-record.ts'
import type { RunRequest, RunSurroundings } from './run-request.ts'
import { createSession, plannerPartsOf, toldModel, type Begun } from './run-session.ts'
import { toldModels, usualChoice } from './strategy.ts'

/**
 * Carries out a session. Faults after the run folder exists are in the events and the returned value; before that a UserError is thrown. A
 * stop comes through `run`, or through its GlobalState.
 */
export async function executeRun(
  around: RunSurroundings,
  wanted: RunRequest,
  run: RunControl,
): Promise<Finished> {
  const { home, logger } = around
  const left = wanted.continues ? await resumeFrom(home, wanted.continues) : null
  const usual = left ? configAfter(around.config, left.resumption) : around.config
  const mode = left?.resumption.mode || (wanted.mode ?? 'normal')
  const strategy = chosenStrategy({
    ...wanted,
    mode,
    ...(left ? { strategy: left.resumption.strategy } : usualChoice(usual, wanted, mode)),
  })
  const plan = wanted.plan ? await PlanReader.open(wanted.plan, wanted.replay?.set) : null
  if (left && !plan && PLAN_MODES.includes(mode)) {
    throw new UserError(
      'This run follows a plan, and does not keep where that is: follow the plan again, or begin its batch again, which takes up what is left.',
    )
  }
  const config = plan && mode === 'follower' ? configFollowing(plan, usual, wanted) : usual
  const isOwn = plan === null || isOwnPlan(home, plan.written)
  const replay = plan && mode === 'follower' ? await openReplay(plan.path, home, wanted.replay) : null
  const askedBy = wanted.askedBy ?? (isOwn ? 'person' : replay ? 'recording' : 'plan')
  const prompts = await readOwnPrompts(config.prompt_path, home)
  await using record = await RunRecord.open(
    {
      home,
      logger,
      task: wanted.task ?? null,
      resumable: wanted.resumable ?? false,
      prepare: async (folder) => {
        if (!left) return
        await keepResumption(folder, left.resumption)
        await takeOutputs(left.folder.path, folder.path)
      },
      onBegun: wanted.onBegun,
      onEvent: (event) => wanted.onEvent(event),
    },
    run,
  )
  const begun: Begun = {
    around: { ...around, config },
    wanted: { ...wanted, askedBy },
    left,
    mode,
    plan,
    replay,
    strategy,
    prompts,
    record,
  }
  using _pauses = wanted.under ? recordPauses(wanted.under, record.state) : null
  try {
    await carryOut(begun, run)
  } catch (error) {
    const { folder, journal } = record
    if (!run.stopped) logger.error({ run: folder.name }, messageOf(error))
    if (record.finished === null) {
      journal.emit({ type: 'session_finished', ...failedBefore(error, folder, run) })
    }
  }
  if (record.finished === null) throw new Error('The session ended without saying how.')
  return record.finished
}

const MASKED_NOTE =
  '\n(A name such as [secret 1] stands for a password that you are not told. Write the name where the password is to be typed: it is put in its place.)'

/** Does the run from the desktop to the session's last event; releases everything that it has borrowed. */
async function carryOut(begun: Begun, run: RunControl): Promise<void> {
  const { around, wanted, left, record } = begun
  const { folder, journal, state, passwords } = record
  const { config, logger } = around
  await using borrowed = new AsyncDisposableStack()
  const interactor = new RecordedInteractor(wanted.interactor, journal, (question, answer) => {
    for (const secret of answeredSecrets(question, answer)) passwords.add(secret)
  })
  for (const secret of spelledSecrets(left?.resumption.request ?? wanted.request ?? '')) passwords.add(secret)
  const openPlace = wanted.openPlace ?? openLocalPlace(around, wanted)
  const place = announcing(
    borrowed.use(await openPlace({ folder, config, sink: journal, interactor, state }, run)),
    wanted.beforeAct,
  )
  record.pausedByMouse = place.pausedByMouse ?? record.pausedByMouse
  // The old run is closed only now, because a sweep ends a desktop that no open run owns.
  if (left) await closeInterrupted(left.folder, `It was interrupted, and goes on as “${folder.name}”.`)
  const { strategy, why } = begun.strategy
    ? { strategy: begun.strategy, why: null }
    : await place.usualStrategy(run)
  const model = maskedModel(toldModel(around.modelFor(place.personHome, begun.prompts), wanted.onText), {
    mask: (value) => passwords.maskForModel(value),
    unmask: (value) => passwords.unmask(value),
    note: MASKED_NOTE,
  })
  const memory = borrowed.use(
    new RunMemory({
      store: around.memory,
      config,
      run: folder.name,
      model,
      sink: journal,
      logger,
      mask: (value) => passwords.mask(value),
    }),
  )
  const planner = strategy === 'planner' ? borrowed.use(plannerPartsOf(begun, memory)) : undefined
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
    models: toldModels(strategy, model),
    log_path: folder.path,
    continues: wanted.continues ?? null,
    ...(begun.plan ? { plan: begun.plan.path, about: begun.plan.getTask() } : {}),
    ...(wanted.askedBy && wanted.askedBy !== 'person' ? { asked_by: wanted.askedBy } : {}),
  })
  if (why !== null) journal.emit({ type: 'warning', message: why })
  logger.info({ run: folder.name, desktop: place.display.name }, 'The run begins.')
  const { status, reason } = await session.run(run)
  logger.info({ run: folder.name, status, reason }, 'The run has ended.')
  if (wanted.keepOpen && !run.stopped) await Promise.race([wanted.untilReleased, stopOf(run)])
}

/** Throws UserError for a run that still goes on or has ended. */
async function resumeFrom(
  home: string,
  name: string,
): Promise<{ folder: RunFolder; resumption: Resumption }> {
  const folder = await RunFolder.find(home, name)
  return { folder, resumption: await readResumption(folder, await readInterrupted(folder)) }
}

/** Keeps the same kind of desktop; the finished steps do not count again, but the spent money does. */
function configAfter(config: Config, { display, firstStep, spent }: Resumption): Config {
  const { max_step, cost_ceiling } = config.system
  const ceiling = cost_ceiling === null ? null : Math.max(0, cost_ceiling - (spent ?? 0))
  return {
    ...config,
    display: { ...config.display, kind: display },
    system: { ...config.system, max_step: max_step + firstStep, cost_ceiling: ceiling },
  }
}

/** Makes room for all steps of a plan, unless the person has set a number of steps for this run. */
function configFollowing(plan: PlanReader, config: Config, { maxStep, replay }: RunRequest): Config {
  if ((maxStep ?? replay?.maxStep) !== undefined) return config
  const { system } = config
  return { ...config, system: { ...system, max_step: followerSteps(system.max_step, plan) } }
}

const whereOf = (session: BaseSession) => {
  const round = session.currentRound
  return { round: round?.id ?? null, step: round ? session.step : null }
}

const stopOf = (run: RunControl) =>
  new Promise<void>((resolve) => run.signal.addEventListener('abort', () => resolve(), { once: true }))

/** Gives the end of a run whose session could not end it: no desktop, a missing tool, a stop during the setup. */
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
