// Defines the two families of sessions by how they work: host and application agents, or one agent alone. The names are the
// seeds'; which family a session belongs to depends on its strategy, on any platform.
import type { Agent } from '../agents/agent.ts'
import { createAgent } from '../agents/factory.ts'
import type { Role } from '../models/model.ts'
import { BaseSession } from './base-session.ts'

/** Strategy `host-app`: a HostAgent plans and assigns to AppAgents. */
export abstract class WindowsBaseSession extends BaseSession {
  get hostAgent(): Agent {
    return this.firstAgent
  }

  protected override initAgents(): Agent {
    return createAgent('HostAgent', this.dependencies.agents)
  }

  protected override get decidingRoles(): readonly Role[] {
    return ['host', 'app']
  }
}

/** Strategy `single`: a LinuxAgent with the tools of the desktop and of the command line. */
export abstract class LinuxBaseSession extends BaseSession {
  protected override initAgents(): Agent {
    return createAgent('LinuxAgent', this.dependencies.agents)
  }

  protected override get decidingRoles(): readonly Role[] {
    return ['linux']
  }
}
