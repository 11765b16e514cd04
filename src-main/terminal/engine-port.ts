// What the terminal needs of the engine. `src-main/engine.ts` has it; tests hand in one of their own.
import type { Engine, EngineOptions } from '../engine.ts'

export type {
  BatchNews,
  BatchReport,
  EngineOptions,
  QueueChoice,
  QueueView,
  RunRequest,
  WorkRequest,
} from '../engine.ts'

export type TerminalEngine = AsyncDisposable &
  Pick<
    Engine,
    | 'run'
    | 'batch'
    | 'queuedBatch'
    | 'work'
    | 'queue'
    | 'controlQueue'
    | 'runs'
    | 'stop'
    | 'actFor'
    | 'config'
    | 'env'
    | 'keys'
    | 'logger'
  >

export type CreateEngine = (options: EngineOptions) => Promise<TerminalEngine>
