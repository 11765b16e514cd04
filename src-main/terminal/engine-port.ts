// What the terminal needs of the engine. `src-main/engine.ts` has it; tests hand in one of their own.
import type { Engine, EngineOptions } from '../engine.ts'

export type { EngineOptions, RunRequest } from '../engine.ts'

export type TerminalEngine = AsyncDisposable &
  Pick<Engine, 'run' | 'runs' | 'stop' | 'actFor' | 'config' | 'env' | 'keys' | 'logger'>

export type CreateEngine = (options: EngineOptions) => Promise<TerminalEngine>
