// Implements CommandLineExecutor: launches applications that the desktop knows, without a shell.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { z } from 'zod'
import type { LaunchPlan } from '../../platform/operating-system.ts'
import { isTerminalProgram, launchLineFault, splitCommandLine } from '../../safety/command-line.ts'
import { childEnvironment } from '../child-environment.ts'
import type { ServerOptions } from '../server-module.ts'
import { failed, reply } from '../tool-reply.ts'
import { serveTools, tool } from '../tool-table.ts'
import { resolveApplication } from './applications.ts'

const runShellSchema = z.strictObject({
  bash_command: z.string().min(1).describe('Application and files: mousepad "/home/me/a b.txt"'),
})

/** The thread pool builds modules by this name. `resolve` throws for a name that is no application, and suggests the nearest ones. */
export function build(
  options: ServerOptions,
  _host: unknown = null,
  resolve: (name: string, args: string[], options: ServerOptions) => Promise<LaunchPlan> = resolveApplication,
): Server {
  const env = childEnvironment(options.env)
  return serveTools('CommandLineExecutor', 'action', [
    tool(
      'run_shell',
      'Launches an application, with files or addresses to open. No shell syntax, no options.',
      runShellSchema,
      async ({ bash_command: line }) => {
        const fault = launchLineFault(line)
        if (fault !== null) return failed(fault.says, fault.code)
        const [name = '', ...args] = splitCommandLine(line).words ?? []
        const plan = await resolve(name, args, { ...options, env })
        if (args.length > 0 && isTerminalProgram(plan.command)) {
          return failed(
            `Not launched: ${plan.application} would run ${args.join(' ')} as a command.`,
            'refused',
          )
        }
        return reply({ application: plan.application, pid: await launch(plan) })
      },
    ),
  ])
}

/** Starts it detached, so that it lives on when its thread or Deskhand ends. */
async function launch(plan: LaunchPlan): Promise<number | null> {
  const child = spawn(plan.command, plan.args, {
    env: plan.env,
    cwd: plan.cwd,
    stdio: 'ignore',
    detached: true,
  })
  await once(child, 'spawn')
  child.unref()
  return child.pid ?? null
}
