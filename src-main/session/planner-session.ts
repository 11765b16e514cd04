// Defines the session of the strategy `planner`: a plan of subtasks, a Worker for each, and an Evaluator beside it.
import type { Agent } from '../agents/agent.ts'
import { UserError } from '../core/errors.ts'
import type { RunControl } from '../core/run-control.ts'
import type { Role } from '../models/model.ts'
import { PlannerAgent } from '../planner/planner-agent.ts'
import { BaseSession } from './base-session.ts'
import { PLANNER_NEEDS } from './ways.ts'

export abstract class PlannerBaseSession extends BaseSession {
  #planner: PlannerAgent | null = null

  /** Throws UserError when a required role has no model. */
  protected override initAgents(): Agent {
    const { agents, state, planner, config } = this.dependencies
    const needed: readonly Role[] = PLANNER_NEEDS[config.planner.mode]
    const missing = needed.filter((role) => agents.model.nameOf(role) === 'offline')
    if (missing.length > 0) {
      throw new UserError(
        `The strategy \`planner\` needs a model for ${missing.join(', ')}: “offline” plans nothing. ` +
          'Set one up for each of them, or one for `default`, or use another strategy.',
      )
    }
    this.#planner = new PlannerAgent({ ...agents, state, ...planner })
    return this.#planner
  }

  /** Saves the KnowledgeBase's memories of subtasks and requests, in place of those that other sessions draw from the steps. */
  protected override async saveExperience(run: RunControl): Promise<number> {
    const answers = await this.dependencies.saveAnswers(run)
    return answers + ((await this.#planner?.saveKnowledge(this.verdict, run)) ?? 0)
  }
}
