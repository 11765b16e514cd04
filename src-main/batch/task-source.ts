// Defines where tasks come from, and makes each a run: the same for a folder of this machine and for a queue.
import type { TaskRecord } from '../../src-preload/contract/calls/batch.ts'
import type { Config } from '../../src-preload/contract/config.ts'
import type { SafetyCategory } from '../../src-preload/contract/safety.ts'
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import type { Command } from '../core/command.ts'
import { UserError } from '../core/errors.ts'
import { absentInteractor } from '../core/interactor.ts'
import type { RunControl } from '../core/run-control.ts'
import { hasVirtualDesktops } from '../core/system.ts'
import { RunFolder } from '../recorder/run-folder.ts'
import { readRun } from '../recorder/runs.ts'
import type { Runs } from './runs.ts'
import { recordOf } from './verdict.ts'

/** A task that a source has handed out. */
export interface TaskInHand {
  /** Name of its run. */
  name: string
  /** Path of its plan. */
  plan: string
  maxStep: number | null
  /** Whether its plan is followed step by step; otherwise the plan's task is carried out freely. */
  follow: boolean
  /** The interrupted run that this task continues. */
  continues: string | null
  /** Whether the task may continue after a crash, so that its virtual desktop is kept. */
  resumable: boolean
  /** Called when the run has its folder. */
  begun(run: string): void
  /** Awaited before each act; throws StoppedError where the act must no longer be done. */
  beforeAct(command: Command): Promise<void>
  heard(event: SessionEvent): void
}

/** Carries out a task; throws an error that came before the run could end by itself. */
export type CarryOut = (task: TaskInHand, run: RunControl) => Promise<TaskRecord>

/** A folder of this machine, or a queue. */
export interface TaskSource {
  /** Hands tasks out, and takes the outcome of each, until there are no more or `run` is stopped. */
  handOut(carryOut: CarryOut, run: RunControl): Promise<void>
}

/** Chooses the kind of desktop for so many tasks at once. Throws UserError where they can’t run. */
export function placeOf(
  runs: Pick<Runs, 'desktopKind'>,
  { parallel, display }: { parallel: number; display: Config['display']['kind'] | null },
): 'host' | 'virtual' {
  if (parallel === 1) return runs.desktopKind(display)
  if (display === 'host')
    throw new UserError(
      hasVirtualDesktops()
        ? 'Several tasks at once need a desktop each: take --display virtual.'
        : 'Several tasks at once need a desktop each, and this system has only yours.',
    )
  return 'virtual'
}

/** Makes each task an ordinary run of this machine, which asks nobody. */
export const carryOutAs =
  (
    runs: Runs,
    display: 'host' | 'virtual',
    { models, yes_to }: { models: Record<string, string>; yes_to: readonly SafetyCategory[] },
  ): CarryOut =>
  async (task, run) => {
    const { name, plan, continues, maxStep, follow } = task
    let begun: string | null = null
    await runs.run({
      request: null,
      task: name,
      mode: follow ? 'follower' : 'batch_normal',
      strategy: 'host-app',
      plan,
      display,
      ...(maxStep === null ? {} : { maxStep }),
      models,
      yesTo: yes_to,
      // The position in a followed plan is not saved, so such a run can't be resumed.
      resumable: task.resumable && display === 'virtual' && !follow,
      continues,
      interactor: absentInteractor,
      under: run,
      onBegun: (folder) => {
        begun = folder
        task.begun(folder)
      },
      beforeAct: (command) => task.beforeAct(command),
      onEvent: (event) => task.heard(event),
    })
    if (begun === null) throw new UserError('The run has no folder.')
    const view = await readRun(await RunFolder.find(runs.home, begun))
    return recordOf(begun, { ...view, continues })
  }
