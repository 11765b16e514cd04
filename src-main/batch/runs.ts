// Defines what a batch needs of the engine: to carry out a run, and to know what is left of one.
import type { Config } from '../../src-preload/contract/config.ts'
import type { SafetyCategory } from '../../src-preload/contract/safety.ts'
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import type { Command } from '../core/command.ts'
import type { Interactor } from '../core/interactor.ts'
import type { Logger } from '../core/logger.ts'
import type { RunControl } from '../core/run-control.ts'
import type { Secrets } from '../core/secrets.ts'

/** The run of one task. */
export interface TaskRun {
  request: null
  /** The name of its folder. */
  task: string
  mode: 'batch_normal' | 'follower'
  strategy: 'host-app'
  /** Path of its plan. */
  plan: string
  display: 'host' | 'virtual'
  maxStep?: number
  /** Role → `preset/model`. */
  models: Record<string, string>
  /** Categories for which the person is not asked. */
  yesTo: readonly SafetyCategory[]
  /** Whether its desktop is kept after a crash. */
  resumable: boolean
  /** The run that it continues. */
  continues: string | null
  interactor: Interactor
  under: RunControl
  onBegun(run: string): void
  /** Awaited before each act. An error that it throws ends the run. */
  beforeAct(command: Command): Promise<void>
  onEvent(event: SessionEvent): void
}

/** The engine as a batch sees it; `src-main/engine.ts` implements it. */
export interface Runs {
  /** DESKHAND_HOME. */
  readonly home: string
  readonly config: Config
  readonly keys: Secrets
  readonly logger: Logger
  run(request: TaskRun): Promise<unknown>
  /** Ends an interrupted run for good, and the rest of its desktop. Throws UserError. */
  closeRun(name: string): Promise<void>
  /** Tells whether the virtual desktop of an interrupted run still exists. */
  hasDesktop(name: string): Promise<boolean>
  desktopKind(display: Config['display']['kind'] | null): 'host' | 'virtual'
  /** Throws where this machine has no desktop that can be driven. */
  windows(): Promise<unknown>
}
