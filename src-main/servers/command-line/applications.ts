// Finds what a name or a file means on this platform.
import { ToolError } from '../../core/errors.ts'
import type { ServerOptions } from '../server-module.ts'

export interface LaunchPlan {
  application: string
  command: string
  args: string[]
  env: Record<string, string>
  cwd: string
}

/** Throws ToolError for what is no application and no document, with the nearest names. */
export async function resolveApplication(
  name: string,
  args: string[],
  options: ServerOptions,
): Promise<LaunchPlan> {
  if (process.platform !== 'linux')
    throw new ToolError(`Deskhand launches nothing on ${process.platform} yet.`)
  const { resolveLaunch } = await import('../../platform/linux/launch.ts')
  return resolveLaunch(name, args, options.env, { applications: options.applications })
}
