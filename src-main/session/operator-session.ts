// Defines the sessions of computer-use models: one works alone on the whole desktop (`operator`), in the other a host delegates
// to them (`normal_operator`).
import type { Agent } from '../agents/agent.ts'
import { createAgent } from '../agents/factory.ts'
import { HostAgent, newOperatorAgent } from '../agents/host-agent.ts'
import { SharedMemory } from '../agents/dependencies.ts'
import { UserError } from '../core/errors.ts'
import type { Model, Role } from '../models/model.ts'
import { Session } from './session.ts'

/** The seeds' name; the agent's process and root are both called `Desktop`. */
export class OpenAIOperatorSession extends Session {
  /** Throws UserError when there is no computer-use model. */
  protected override initAgents(): Agent {
    needOperator(this.dependencies.agents.model)
    return createAgent('operator', this.dependencies.agents)
  }

  protected override get decidingRoles(): readonly Role[] {
    return ['operator']
  }
}

/** The HostAgent assigns to operators instead of AppAgents. */
export class NormalOperatorSession extends Session {
  /** The seeds know it as a Session of another mode. */
  override get sessionType(): string {
    return Session.name
  }

  /** Throws UserError when there is no computer-use model, or no model for the host. */
  protected override initAgents(): Agent {
    needOperator(this.dependencies.agents.model)
    needHost(this.dependencies.agents.model)
    return new HostAgent(this.dependencies.agents, new SharedMemory(), newOperatorAgent)
  }

  protected override get decidingRoles(): readonly Role[] {
    return ['host', 'operator']
  }
}

/** Refuses `offline` as host, because it follows its own acts through the history, which an operator writes in another form. */
function needHost(model: Model): void {
  if (model.nameOf('host') !== 'offline') return
  throw new UserError(
    'The mode `normal_operator` needs a model for the role host, too: “offline” can’t delegate to an operator. ' +
      'Set one up for `host` or `default`, or use the mode `operator`.',
  )
}

function needOperator(model: Model): void {
  if (model.nameOf('operator') !== 'offline') return
  throw new UserError(
    'The operator needs a computer-use model: “offline” looks at no picture, and the model of `default` is not asked for it. ' +
      'Set one up with `models: operator:` (openai/computer-use-preview, or a UI-TARS model), or use another strategy.',
  )
}
