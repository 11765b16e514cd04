// Gives a run of the strategy `planner` what it needs beside its models: Grounding, which finds points on a screen, and the
// keeping of memories.
import type { Config } from '../../src-preload/contract/config.ts'
import type { StartProgram } from '../core/child-program.ts'
import type { Logger } from '../core/logger.ts'
import type { RunControl } from '../core/run-control.ts'
import { pictureSize } from '../agents/dependencies.ts'
import type { Model } from '../models/model.ts'
import { createGrounding } from '../planner/grounding/create-grounding.ts'
import { tryGrounding } from '../planner/grounding/trial.ts'
import type { PlannerDependencies } from '../planner/planner-agent.ts'
import type { RunMemory } from './run-memory.ts'

export interface PlannerPartsOptions {
  config: Config
  env: Record<string, string>
  logger: Logger
  startProgram?: StartProgram | undefined
  memory: RunMemory
  /** Name of the run. */
  run: string
  mask: <T>(value: T) => T
}

export type PlannerParts = Pick<PlannerDependencies, 'grounding' | 'keeping'> & AsyncDisposable

/** Starts nothing before it is needed; disposing ends everything that was started. */
export function plannerParts(options: PlannerPartsOptions): PlannerParts {
  const { config, env, logger, startProgram, memory, run, mask } = options
  const { space, languages } = config.grounding
  const borrowed = new AsyncDisposableStack()
  const grounding = (model: Model) =>
    borrowed.use(
      createGrounding({
        model,
        pictureSize: pictureSize(config, 'grounding'),
        space,
        languages,
        env,
        logger: () => logger,
        startProgram,
      }),
    )
  const { save_experience } = config.system
  const when = save_experience === 'always' ? ('at once' as const) : ('at the end' as const)
  return {
    grounding,
    keeping: save_experience === 'always_not' ? undefined : { run, when, mask, save: memory.keep },
    [Symbol.asyncDispose]: () => borrowed.disposeAsync(),
  }
}

/** Tries the model of the role `grounding` on a picture, for `tools test`. */
export const groundingTrial = (model: Model, config: Config) => (run: RunControl) =>
  tryGrounding(model, { pictureSize: pictureSize(config, 'grounding'), space: config.grounding.space }, run)
