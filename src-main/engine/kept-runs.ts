// Finds the runs of a data folder, steers them from any process, takes them up after a crash, closes and deletes them.
import type { RunSummary } from '../../src-preload/contract/run-view.ts'
import { UserError } from '../core/errors.ts'
import { GlobalState } from '../core/global-state.ts'
import type { Logger } from '../core/logger.ts'
import { RunControl } from '../core/run-control.ts'
import { closeInterrupted, newestInterrupted, readInterrupted } from '../recorder/closing.ts'
import { RunHistory } from '../recorder/history/run-history.ts'
import { RequestQueue } from '../recorder/request-queue.ts'
import type { RunFolder } from '../recorder/run-folder.ts'
import { thinRuns } from '../recorder/thinning.ts'
import { findOpenRun, findRun, readRun } from '../recorder/runs.ts'
import { findVirtualDesktops } from '../platform/this-system.ts'
import { EARLY } from '../platform/virtual-desktop.ts'
import { readResumption } from '../session/kept-resumption.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Milliseconds from a run's first program to its folder, on a machine that has much else to do. */
const BEGINS_WITHIN_MS = 5_000
const BEGINS_EVERY_MS = 50

/** The parts of an interrupted run that its continuation needs at its start. */
export interface InterruptedRun {
  run: string
  request: string | null
  queue: string[]
  display: 'host' | 'virtual'
  strategy: string
}

export class KeptRuns {
  readonly history: RunHistory
  readonly #home: string
  readonly #logger: () => Logger

  constructor(home: string, logger: () => Logger) {
    this.#home = home
    this.#logger = logger
    this.history = new RunHistory(home, (message) => logger().warn(message))
  }

  async list(): Promise<RunSummary[]> {
    return (await this.history.list()).runs
  }

  /** Finds a run; without a name, the newest. Throws UserError, with the newest names, when there is no such run. */
  find(name: string | null): Promise<RunFolder> {
    return findRun(this.#home, name)
  }

  /** Returns what an interrupted run (the newest without a name) has left: its request, and the waiting ones. Throws UserError. */
  async interrupted(name: string | null): Promise<InterruptedRun> {
    const folder = name === null ? await newestInterrupted(this.#home) : await this.find(name)
    const { request, display, strategy } = await readResumption(folder, await readInterrupted(folder))
    const queue = await new RequestQueue(folder).read()
    // The run was waiting for its next request, so the first queued one begins now.
    const first = request ?? queue.shift() ?? null
    return { run: folder.name, request: first, queue, display, strategy }
  }

  /** Ends an interrupted run for good, and the rest of its desktop. Throws UserError. */
  async close(name: string): Promise<void> {
    const folder = await this.find(name)
    try {
      await closeInterrupted(folder, 'It was interrupted, and closed.')
    } catch (error) {
      // A run whose program was killed after its last event has ended, but its desktop has not.
      await this.sweep()
      throw error
    }
    await this.#endDesktop(folder.name)
  }

  /** Removes a run with all its files, and the desktop that was kept for it. Throws UserError while it runs. */
  async delete(name: string): Promise<void> {
    const folder = await this.find(name)
    const { finished_at } = await readRun(folder).catch(() => ({ finished_at: 0 }))
    if (finished_at === null) {
      if (await folder.isOwned()) throw new UserError('This run goes on. Terminate it before you delete it.')
      await this.close(name)
    }
    await folder.remove()
    await this.history.forget(name)
  }

  /** Makes the pictures of runs that ended more than `days` days ago smaller, once for each run. Throws StoppedError. */
  async thin(days: number, run: RunControl): Promise<void> {
    const before = run.clock.now() - days * DAY_MS
    await thinRuns({ home: this.#home, runs: await this.list(), before }, run)
  }

  /** Pauses, resumes or stops a run of any process; without a name, the newest running one. Returns its name. */
  async control(name: string | null, wish: 'pause' | 'resume' | 'stop'): Promise<string> {
    const folder = name === null ? await this.#openRun() : await this.find(name)
    if (!folder) throw new UserError('No run is going on.')
    if (!(await folder.isOwned())) throw new UserError(`The run “${folder.name}” has ended already.`)
    const state = await GlobalState.open(await folder.plainPath('state'))
    if (wish === 'stop') await state.setTerminationFlag('terminated')
    else await state.setRunningState(wish === 'pause' ? 'stopped' : 'running')
    return folder.name
  }

  /** Ends the virtual desktops whose owner is gone and that no open run owns. */
  async sweep(): Promise<void> {
    const desktops = findVirtualDesktops()
    if (!desktops) return
    const isOpen = (run: string) =>
      this.find(run).then(
        async (folder) => (await folder.isOwned()) || (await waitsForItsPerson(folder)),
        () => false,
      )
    await desktops.sweep(this.#home, isOpen, (line) => this.#logger().info(line))
  }

  /** The newest running one. A run that is just beginning is the newest, and waited for: a stop in its first moment counts, too. */
  async #openRun(): Promise<RunFolder | null> {
    using waiting = new RunControl({ name: 'Waiting for the run that begins' })
    await waiting.until(async () => ((await this.#begins()) ? null : true), BEGINS_WITHIN_MS, BEGINS_EVERY_MS)
    return findOpenRun(this.#home)
  }

  async #begins(): Promise<boolean> {
    const living = (await findVirtualDesktops()?.living(this.#home)) ?? []
    return living.some((run) => run.startsWith(EARLY))
  }

  /** Ends the virtual desktop of a run that nobody carries out any more. */
  async #endDesktop(run: string): Promise<void> {
    const desktops = findVirtualDesktops()
    const left = await desktops?.adopt(this.#home, run, (line) => this.#logger().info(line))
    await left?.[Symbol.asyncDispose]()
    // An incomplete desktop can't be adopted, so the sweep ends it.
    await this.sweep()
  }
}

/** Tells whether a person may still want to continue the run. */
const waitsForItsPerson = async (folder: RunFolder): Promise<boolean> =>
  (await folder.isResumable()) &&
  (await readInterrupted(folder).then(
    () => true,
    () => false,
  ))
