// Finds the application that a name or a file means, by the desktop's entries.
import { ToolError } from '../../core/errors.ts'
import type { ServerOptions } from '../server-module.ts'

export interface LaunchPlan {
  application: string
  command: string
  args: string[]
  env: Record<string, string>
}

/** Throws ToolError for what is no application, with the nearest names. */
export function resolveApplication(
  name: string,
  _args: string[],
  _options: ServerOptions,
): Promise<LaunchPlan> {
  return Promise.reject(new ToolError(`${name} can't be launched on this platform yet.`))
}
