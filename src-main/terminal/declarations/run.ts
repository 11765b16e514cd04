// Declares how `deskhand run`, `continue`, `web` and `mcp` are called.
import type { Command } from 'commander'
import type { McpOptions } from '../commands/mcp.ts'
import type { WebCommandOptions } from '../commands/web.ts'
import {
  addRunOptions,
  displayOption,
  dryRunOption,
  JSON_EVENTS,
  readPort,
  type RunCommandOptions,
} from '../options.ts'
import type { Shell } from '../shell.ts'

/** Options that `continue` takes; the run that it continues has the others. */
const GO_ON = ['model', 'task', 'max-step', 'yes-to', 'resumable', 'keep-open']

const load = () => import('../commands/run.ts')

export function addRunCommand(program: Command, shell: Shell, setCode: (code: number) => void): void {
  const run = program
    .command('run')
    .description('carry out a request')
    .argument('<request>', 'what should be done, in quotes')
    .option('--json', JSON_EVENTS)
    .addOption(dryRunOption())
  addRunOptions(run)
  run.action(async (request: string, options: RunCommandOptions & { dryRun?: boolean }) =>
    setCode(
      options.dryRun
        ? await (await import('../commands/dry-run.ts')).dryRunCommand(shell, { request }, options)
        : await (await load()).runCommand(shell, request, options),
    ),
  )
}

/** Other ways in than a terminal: a browser, and other programs. */
export function addShellCommands(program: Command, shell: Shell): void {
  program
    .command('web')
    .description('open Deskhand in your browser, and print its address')
    .option('--port <n>', 'port to listen on (default: a free one)', readPort)
    .option('--open', 'also open the address in your browser')
    .addOption(displayOption())
    .action(async (options: WebCommandOptions) =>
      (await import('../commands/web.ts')).webCommand(shell, options),
    )

  program
    .command('mcp')
    .description('let other programs use Deskhand, as their MCP server')
    .option('--http', 'listen on this machine instead of standard input; prints the address and the token')
    .option('--port <n>', 'port to listen on, with --http (default: a free one)', readPort)
    .addOption(displayOption())
    .action(async (options: McpOptions) => (await import('../commands/mcp.ts')).mcpCommand(shell, options))
}

export function addContinueCommand(program: Command, shell: Shell, setCode: (code: number) => void): void {
  const further = program
    .command('continue')
    .description('continue an interrupted run')
    .argument('[run]', 'name of the run (default: the newest interrupted one)')
    .option('--json', JSON_EVENTS)
  addRunOptions(further, GO_ON)
  further.action(async (name: string | undefined, options: RunCommandOptions) =>
    setCode(await (await load()).runCommand(shell, null, options, { run: name ?? null })),
  )
}
