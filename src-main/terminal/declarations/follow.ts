// Declares how `deskhand follow` is called.
import type { Command } from 'commander'
import type { FollowOptions } from '../commands/follow.ts'
import { addRunOptions, dryRunOption, JSON_EVENTS, OPTIONS_FOR_PLANS } from '../options.ts'
import type { Shell } from '../shell.ts'
import { replayOptions } from './record.ts'

export function addFollowCommand(program: Command, shell: Shell, setCode: (code: number) => void): void {
  const follow = program
    .command('follow')
    .description('carry out the steps of a plan')
    .argument(
      '<plan>',
      'a plan file (JSON: task, steps, object, close), a folder of them, or the name of a recorded plan',
    )
    .option('--json', JSON_EVENTS)
    .addOption(dryRunOption())
  addRunOptions(follow, OPTIONS_FOR_PLANS)
  for (const option of replayOptions()) follow.addOption(option)
  follow.action(async (plan: string, options: FollowOptions & { dryRun?: boolean }) =>
    setCode(
      options.dryRun
        ? await (await import('../commands/dry-run.ts')).dryRunCommand(shell, { plan }, options)
        : await (await import('../commands/follow.ts')).followCommand(shell, plan, options),
    ),
  )
}
