// The strategy `planner`: a plan of subtasks, a worker for each, an evaluator beside it.
import type { Agent } from '../agents/agent.ts'
import { UserError } from '../core/errors.ts'
import type { Role } from '../models/model.ts'
import { PlannerAgent } from '../planner/planner-agent.ts'
import { BaseSession } from './base-session.ts'

/** Without these nothing can be planned or done; the planner's other tools may be missing. */
const NEEDED = ['subtask_planner', 'dag_translator', 'action_generator'] as const satisfies readonly Role[]

export abstract class PlannerBaseSession extends BaseSession {
  /** Throws UserError when a role has no model that the strategy can't do without. */
  protected override initAgents(): Agent {
    const { agents, state } = this.dependencies
    const missing = NEEDED.filter((role) => agents.model.nameOf(role) === 'offline')
    if (missing.length > 0) {
      throw new UserError(
        `The strategy \`planner\` needs a model for ${missing.join(', ')}: “offline” plans nothing. ` +
          'Set one up for each of them, or one for `default`, or use another strategy.',
      )
    }
    return new PlannerAgent({ ...agents, state })
  }
}
