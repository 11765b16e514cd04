// The words of `deskhand follow` and `deskhand batch`.
import { Option, type Command } from 'commander'
import { batchCommand, type BatchOptions } from './batch.ts'
import { followCommand, type FollowOptions } from './follow.ts'
import { addRunOptions, readCount } from '../options.ts'
import { queueOptions } from './queue-options.ts'
import { replayOptions } from './record.ts'
import type { Shell } from '../shell.ts'

/** Options of a run that mean something for plans, too. */
const FOR_PLANS = ['display', 'model', 'task', 'max-step', 'yes-to']

export function addPlanCommands(program: Command, shell: Shell, setCode: (code: number) => void): void {
  const follow = program
    .command('follow')
    .description('open what a plan is about, then carry out its steps one after the other')
    .argument(
      '<plan>',
      'a plan file (JSON: task, steps, object, close), a folder of them, or the name of a recorded plan',
    )
    .option('--json', 'one event per line on standard output, nothing else; never asks')
  addRunOptions(follow, FOR_PLANS)
  for (const option of replayOptions()) follow.addOption(option)
  follow.action(async (plan: string, options: FollowOptions) =>
    setCode(await followCommand(shell, plan, options)),
  )

  const batch = program
    .command('batch')
    .description('carry out tasks/*.json of a folder, each on its file of files/; asks nobody')
    .argument('<folder>', 'with tasks/ and files/; what is done is kept there, in tasks_status.json')
    .option('--json', 'one line of JSON for each task that begins or ends, and one for the whole')
    .option('--parallel <n>', 'so many at once, each on a virtual desktop of its own', readCount)
    .addOption(
      new Option('--retry <which>', 'begin again what has failed, or all').choices(['failed', 'all']),
    )
  addRunOptions(batch, FOR_PLANS)
  for (const option of queueOptions('by the workers of a queue: ')) batch.addOption(option)
  batch.action(async (folder: string, options: BatchOptions) =>
    setCode(await batchCommand(shell, folder, options)),
  )
}
