// Declares how a run of any process is paused, resumed, stopped and closed.
import type { Command } from 'commander'
import type { QueueOptions } from '../commands/queue-options.ts'
import type { Shell } from '../shell.ts'

const WISHES = [
  ['pause', 'pause a run before its next act'],
  ['resume', 'resume a paused run'],
  ['stop', 'stop a run at once'],
] as const

export function addControlCommands(program: Command, shell: Shell): void {
  for (const [wish, description] of WISHES) {
    program
      .command(wish)
      .description(description)
      .argument('[run]', 'name of the run (default: the current one)')
      .option('--queue <url>', 'act on all workers of this queue instead')
      .option('--pool <name>', 'name of the queue (default: queue.name)')
      .action(async (name: string | undefined, options: Partial<QueueOptions>) =>
        (await import('../commands/control.ts')).controlCommand(shell, name ?? null, wish, options),
      )
  }

  program
    .command('close')
    .description('close an interrupted run and its desktop')
    .argument('<run>', 'name of the run')
    .action(async (name: string) => (await import('../commands/history.ts')).closeCommand(shell, name))
}
