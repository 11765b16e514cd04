// Keeps the runs of this program that go on: begins them, knows them by name, and tells the state of all of them.
import type { Glance } from '../../src-preload/contract/calls/app.ts'
import type { ParsedInput } from '../../src-preload/contract/calls.ts'
import { messageOf, UserError } from '../core/errors.ts'
import { hasVirtualDesktops } from '../core/system.ts'
import type { Engine, RunRequest } from '../engine.ts'
import type { ProgramDesktop } from '../engine/program-desktop.ts'
import { findPlan } from '../replay/plan-file.ts'
import type { Caller } from './handler.ts'
import { LiveRun } from './live-run.ts'

type Wanted = Omit<ParsedInput<'start_run'>, 'watch' | 'on' | 'client_model'>

/** The parts of a run that come from the program that began it. */
interface OfProgram {
  on: ProgramDesktop | null
  askClient: RunRequest['askClient']
}
/** The parts of a run that continues another one. */
export type Continuing = Pick<RunRequest, 'continues'> & { queue: readonly string[] }

interface LiveRunsOptions {
  engine: Engine
  /** Called when an entry of the history is new or has changed. */
  changed: (run: LiveRun) => void
  /** Called when a run has begun or ended, or when the summary of all runs may have changed. */
  glanceChanged: () => void
  keepQueue: (run: string, queue: readonly string[]) => void
}

/** Reads the plan of a run for the engine. A name means a recorded plan. */
async function planned({ plan, max_step }: Wanted, home: string) {
  if (plan === null) return {}
  const { plan: name, ...replay } = plan
  return {
    mode: 'follower',
    plan: await findPlan(home, name),
    replay: { ...replay, ...(max_step === null ? {} : { maxStep: max_step }) },
  }
}

export class LiveRuns {
  readonly #options: LiveRunsOptions
  readonly #runs = new Map<string, LiveRun>()
  readonly #listeners = new Set<(run: LiveRun) => void>()

  constructor(options: LiveRunsOptions) {
    this.#options = options
  }

  /** Begins a session, which `watcher` watches from its first event. Resolves with its name. Throws UserError when it can't begin. */
  async start(
    wanted: Wanted,
    watcher: Caller | null = null,
    continuing: Continuing | null = null,
    { on, askClient }: OfProgram = { on: null, askClient: undefined },
  ): Promise<string> {
    const { engine, changed, glanceChanged, keepQueue } = this.#options
    // A program that has opened a desktop has it already, so only other runs are checked.
    if (on === null && engine.desktopKind(wanted.display) === 'host') {
      const fault = engine.hostFault()
      if (fault !== null) throw new UserError(fault)
      this.leaveHost()
    }
    const live = new LiveRun({
      oneShot: wanted.one_shot,
      attended: wanted.attended,
      keepQueue,
      changed: (run) => {
        changed(run)
        glanceChanged()
      },
    })
    const begun = await engine.start({
      request: wanted.request,
      strategy: wanted.strategy,
      display: wanted.display,
      mode: wanted.mode,
      platformOverride: wanted.platform_override,
      ...(await planned(wanted, engine.home)),
      task: wanted.task,
      ...(wanted.max_step === null ? {} : { maxStep: wanted.max_step }),
      ...(Object.keys(wanted.models).length === 0 ? {} : { models: wanted.models }),
      yesTo: wanted.yes_to,
      continues: continuing?.continues ?? null,
      ...(on ? { on, askedBy: 'program' as const } : {}),
      askClient,
      interactor: live.dialogs,
      resumable: wanted.resumable,
      keepOpen: wanted.keep_open,
      untilReleased: live.released,
      showPlan: wanted.show_plan ?? (wanted.attended && engine.config.request.show_plan),
      onChecklist: (checklist) => {
        live.checklist = checklist
      },
      onBegun: (run) => {
        this.#enter(run, live, watcher)
        if (continuing && continuing.queue.length > 0) live.enqueue(...continuing.queue)
      },
      onEvent: (event) => live.hear(event),
      onText: (role, text, reset) => live.hearText(role, text, reset),
      onDesktop: (desktop) => {
        live.desktop = desktop
      },
    })
    void begun.ended
      .then(
        () => null,
        (error: unknown) => {
          engine.logger.error({ run: begun.run }, messageOf(error))
          return messageOf(error)
        },
      )
      .then((error) => {
        live.desktop = null
        this.#runs.delete(begun.run)
        changed(live)
        glanceChanged()
        live.over(error)
      })
    return begun.run
  }

  /** Takes over a run that a server drives: its events and its questions to the person. `watcher` watches it from its first event. */
  adopt(
    attended: boolean,
    watcher: Caller,
  ): Pick<RunRequest, 'interactor' | 'onBegun' | 'onEvent' | 'onDesktop'> {
    const { changed, glanceChanged, keepQueue } = this.#options
    const live = new LiveRun({
      oneShot: true,
      attended,
      keepQueue,
      changed: (run) => {
        changed(run)
        glanceChanged()
      },
    })
    return {
      interactor: live.dialogs,
      onBegun: (run) => {
        this.#enter(run, live, watcher)
      },
      onEvent: (event) => {
        live.hear(event)
        if (event.type !== 'session_finished') return
        this.#runs.delete(live.name)
        live.over(null)
      },
      onDesktop: (desktop) => {
        live.desktop = desktop
      },
    }
  }

  #enter(run: string, live: LiveRun, watcher: Caller | null): void {
    live.name = run
    this.#runs.set(run, live)
    if (watcher) live.watch(watcher, -1)
    for (const listener of this.#listeners) listener(live)
  }

  /** Calls `listener` for every run when it has its name, before its first event; the returned function stops that. */
  onBegun(listener: (run: LiveRun) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  find(name: string): LiveRun | null {
    return this.#runs.get(name) ?? null
  }

  /** Throws UserError for a run that does not run here. */
  get(name: string): LiveRun {
    const live = this.find(name)
    if (!live) throw new UserError('This run does not go on in this program any more.')
    return live
  }

  /** Lists the runs, the newest first. */
  all(): LiveRun[] {
    return [...this.#runs.values()].toReversed()
  }

  get glance(): Glance {
    const runs = this.all().filter((run) => !run.isOver)
    const kinds = runs.map(({ openKind }) => openKind)
    if (kinds.some((kind) => kind !== null && kind !== 'new_request' && kind !== 'first_request'))
      return 'asks'
    if (runs.some(({ view, isWaiting }) => !view.paused && !isWaiting)) return 'running'
    return runs.some(({ view }) => view.paused) ? 'paused' : 'idle'
  }

  /**
   * Frees the person's own desktop, on which only one run at a time acts: a run that only waits for a next request ends. Throws UserError.
   */
  leaveHost(): void {
    const there = this.all().filter(({ view, isOver }) => !isOver && view.display?.kind !== 'virtual')
    const busy = there.find(({ isWaiting }) => !isWaiting)
    if (busy) {
      throw new UserError(
        hasVirtualDesktops()
          ? 'Another run works on this desktop. Wait for it, terminate it, or let this one run on a virtual desktop.'
          : 'Another run works on this desktop. Wait for it, or terminate it.',
      )
    }
    for (const run of there) run.finish()
  }
}
