// Finds what a name or a file means on this system.
import type { LaunchPlan } from '../../platform/operating-system.ts'
import { thisSystem } from '../../platform/this-system.ts'
import type { ServerOptions } from '../server-module.ts'

/** Throws ToolError, with the nearest names, for what is neither an application nor a document. */
export const resolveApplication = (
  name: string,
  args: string[],
  { env, applications }: ServerOptions,
): Promise<LaunchPlan> => thisSystem().resolveLaunch(name, args, env, { applications })
