// Chooses the strategy when nobody has said one, and lists the models that a run names.
import type { Config } from '../../src-preload/contract/config.ts'
import { UserError } from '../core/errors.ts'
import type { RunControl } from '../core/run-control.ts'
import { ROLES, type Model, type Role } from '../models/model.ts'
import type { Strategy } from '../session/session-factory.ts'
import { treeFault } from './inspect.ts'
import type { RunRequest } from './run-request.ts'
import type { Stack } from './stack.ts'

/** Chooses `host-app` where windows have control trees, else `single` with an explanation for the person. */
export async function usualStrategy(
  stack: Stack,
  run: RunControl,
): Promise<{ strategy: Strategy; why: string | null }> {
  const fault = await faultOf(stack, run)
  if (fault === null) return { strategy: 'host-app', why: null }
  return { strategy: 'single', why: `${fault} One agent works by pictures alone (the strategy \`single\`).` }
}

/**
 * Returns the person's setting for requests that name no strategy; a plan, or another mode than `normal`, has its own strategy.
 */
export function usualChoice(
  { request }: { request: Pick<Config['request'], 'strategy'> },
  wanted: Pick<RunRequest, 'strategy' | 'platformOverride'>,
  mode: string,
): Pick<RunRequest, 'strategy'> {
  const says = Boolean(wanted.strategy ?? wanted.platformOverride) || mode !== 'normal'
  return says || request.strategy === 'auto' ? {} : { strategy: request.strategy }
}

/** The agents' roles, and those of the planner's tools that have a model. */
const PLANNERS: readonly Role[] = [
  'subtask_planner',
  'action_generator',
  'fast_action_generator',
  'grounding',
  'evaluator',
  'evaluation',
]

export function toldModels(strategy: Strategy, model: Pick<Model, 'nameOf'>): Record<string, string> {
  const roles =
    strategy === 'planner'
      ? PLANNERS.filter((role) => model.nameOf(role) !== 'offline')
      : ROLES.slice(0, ROLES.indexOf('operator') + 1)
  return Object.fromEntries(roles.map((role) => [role, model.nameOf(role)]))
}

/** Returns null for a desktop that can't answer: it may well have trees, and the first step reports its fault. */
async function faultOf(stack: Stack, run: RunControl): Promise<string | null> {
  try {
    return await treeFault(stack, run)
  } catch (error) {
    if (error instanceof UserError) return null
    throw error
  }
}
