// What the terminal needs of the engine. `src-main/engine.ts` has it; tests hand in one of their own.
import type { EventOf, SessionEvent } from '../../src-preload/contract/events.ts'
import type { SafetyCategory } from '../../src-preload/contract/safety.ts'
import type { MCPToolInfo } from '../core/command.ts'
import type { Control, WindowInfo } from '../core/desktop.ts'
import type { Interactor } from '../core/interactor.ts'
import type { Logger } from '../core/logger.ts'

export interface EngineOptions {
  home: string
  env: NodeJS.ProcessEnv
  /** Values that win over those of `config.yaml`, in its shape. */
  overrides?: Record<string, unknown>
  display?: 'host' | 'virtual' | 'auto'
  /** Role → `preset/model`. */
  models?: Record<string, string>
  yesTo?: SafetyCategory[]
  logger: Logger
}

export interface RunOptions {
  /** Null: the interactor is asked for it. */
  request: string | null
  task?: string
  strategy?: string
  mode?: string
  /** Leaves a virtual desktop and its applications until `untilReleased` resolves. */
  keepOpen?: boolean
  untilReleased?: Promise<void>
  interactor: Interactor
  onEvent(event: SessionEvent): void
}

export interface DoctorFinding {
  name: string
  ok: boolean
  detail: string
  /** What to do, null when there is nothing to mend. */
  mend: string | null
}

export interface TerminalEngine extends AsyncDisposable {
  run(options: RunOptions): Promise<EventOf<'session_finished'>>
  /** Returns what it did, in a sentence. Without a name: the run that goes on. */
  control(run: string | null, wish: 'pause' | 'resume' | 'stop'): Promise<string>
  tools(): Promise<{ agent: string; tools: MCPToolInfo[] }[]>
  windows(): Promise<WindowInfo[]>
  tree(window: string | null): Promise<{ window: WindowInfo; controls: Control[]; limited: string | null }>
  doctor(): Promise<DoctorFinding[]>
  /** Stops what runs; `run` ends with status `stopped`. */
  stop(reason: string): void
}

export type CreateEngine = (options: EngineOptions) => Promise<TerminalEngine>
