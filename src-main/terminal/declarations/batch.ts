// Declares how `deskhand batch` is called.
import { Option, type Command } from 'commander'
import type { BatchOptions } from '../commands/batch.ts'
import { addRunOptions, OPTIONS_FOR_PLANS, parallelOption } from '../options.ts'
import type { Shell } from '../shell.ts'
import { queueOptions } from './queue.ts'

export function addBatchCommand(program: Command, shell: Shell, setCode: (code: number) => void): void {
  const batch = program
    .command('batch')
    .description('carry out all tasks of a folder; ask nobody')
    .argument('<folder>', 'with tasks/*.json and files/; tasks_status.json there keeps what is done')
    .option('--json', 'one line of JSON for each task that begins or ends, and one for the whole')
    .addOption(parallelOption())
    .option('--follow', 'follow the steps of each plan, or what was recorded, instead of doing its task')
    .addOption(new Option('--retry <which>', 'repeat what has failed, or all').choices(['failed', 'all']))
  addRunOptions(batch, OPTIONS_FOR_PLANS)
  for (const option of queueOptions()) batch.addOption(option)
  batch.action(async (folder: string, options: BatchOptions) =>
    setCode(await (await import('../commands/batch.ts')).batchCommand(shell, folder, options)),
  )
}
