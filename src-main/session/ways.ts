// Says which ways to work there are for a request, and which roles of each way have no model.
import type { PlannerConfig, STRATEGIES } from '../../src-preload/contract/config.ts'
import type { Model, Role } from '../models/model.ts'

export type Strategy = (typeof STRATEGIES)[number]

/** The roles that the planner needs to plan and act; its other tools may be missing. */
export const PLANNER_NEEDS = {
  normal: ['subtask_planner', 'dag_translator', 'action_generator'],
  fast: ['fast_action_generator'],
} as const satisfies Record<PlannerConfig['mode'], readonly Role[]>

export interface Way {
  strategy: Strategy
  mode: string
}

/** In a person's reading order: from the usual to the special. */
const WAYS: readonly Way[] = [
  { strategy: 'host-app', mode: 'normal' },
  { strategy: 'single', mode: 'normal' },
  { strategy: 'planner', mode: 'normal' },
  { strategy: 'operator', mode: 'normal' },
  { strategy: 'host-app', mode: 'normal_operator' },
]

function neededBy({ strategy, mode }: Way, planner: PlannerConfig['mode']): readonly Role[] {
  if (mode === 'normal_operator') return ['operator', 'host']
  if (strategy === 'operator') return ['operator']
  return strategy === 'planner' ? PLANNER_NEEDS[planner] : []
}

/** Lists each way with the roles that it needs and that have no model now. */
export const waysToWork = (
  model: Pick<Model, 'nameOf'>,
  planner: PlannerConfig['mode'],
): (Way & { missing: Role[] })[] =>
  WAYS.map((way) => ({
    ...way,
    missing: neededBy(way, planner).filter((role) => model.nameOf(role) === 'offline'),
  }))
