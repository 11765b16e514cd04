// BashExecutor: runs a command line and tells about the machine.
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { z } from 'zod'
import { messageOf } from '../../core/errors.ts'
import { classifyCommand, splitCommandLine } from '../../safety/command-line.ts'
import { childEnvironment } from '../child-environment.ts'
import type { ServerOptions, ThreadHost } from '../server-module.ts'
import { failed, reply } from '../tool-reply.ts'
import { serveTools, tool } from '../tool-table.ts'
import { runProcess } from './run-process.ts'
import { systemInfo } from './system-info.ts'

const MAX_SECONDS = 120
/** Characters of each stream: a prompt has to hold them. */
const MAX_OUTPUT = 20_000

const executeCommandSchema = z.strictObject({
  command: z.string().min(1),
  timeout: z.number().default(30).describe(`Seconds, 1 to ${MAX_SECONDS}.`),
  cwd: z.string().nullable().default(null).describe('Absolute folder; null: home.'),
})

/** Modules of the thread pool are built by this name. */
export function build(options: ServerOptions, host: ThreadHost): Server {
  const env = childEnvironment(options.env)
  return serveTools('BashExecutor', 'action', [
    tool(
      'execute_command',
      'Runs a command line and waits for its end. Anything but reading asks the person first.',
      executeCommandSchema,
      async ({ command, timeout, cwd }, { signal, admitted }) => {
        const line = splitCommandLine(command)
        if (line.words === null) return failed('A quote in the command is not closed.', 'bad_arguments')
        const { reads, reason } = classifyCommand(command, cwd)
        if (!reads && !admitted) {
          return failed(`Not carried out, because nobody was asked: ${reason}`, 'refused')
        }
        const [program, ...args] = line.shell === null ? line.words : ['bash', '-c', command]
        if (program === undefined) return failed('The command is empty.', 'bad_arguments')
        const seconds = Math.min(MAX_SECONDS, Math.max(1, timeout))
        try {
          const outcome = await runProcess(
            { command: program, args, env, cwd, timeoutMs: seconds * 1000, signal, maxOutput: MAX_OUTPUT },
            host,
          )
          if (outcome.timedOut) {
            const said = `${outcome.stdout}${outcome.stderr}`.slice(-1000)
            return failed(
              `The command took longer than ${seconds} s and was ended. ${said}`.trim(),
              'timeout',
            )
          }
          const { exitCode, stdout, stderr } = outcome
          return reply({ success: exitCode === 0, exit_code: exitCode, stdout, stderr })
        } catch (error) {
          return failed(`${program} can't be started: ${messageOf(error)}`)
        }
      },
    ),
    tool(
      'get_system_info',
      'Operating system, processor, memory and disk.',
      z.strictObject({}),
      async () => reply(await systemInfo()),
      { readOnlyHint: true },
    ),
  ])
}
