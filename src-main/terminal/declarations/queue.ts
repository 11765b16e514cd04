// Declares how `deskhand worker` and `deskhand queue` are called, and which options name a queue.
import { Option, type Command } from 'commander'
import type { WorkerOptions } from '../commands/queue.ts'
import type { QueueOptions } from '../commands/queue-options.ts'
import { addRunOptions, parallelOption } from '../options.ts'
import type { Shell } from '../shell.ts'

const load = () => import('../commands/queue.ts')

export const queueOptions = (): Option[] => [
  new Option(
    '--queue <url>',
    'redis://HOST:PORT or rediss://… of the queue, whose workers do the tasks (safer for its password: DESKHAND_QUEUE_PASSWORD or `deskhand config key`)',
  ),
  new Option('--pool <name>', 'name of the queue (default: queue.name)'),
  new Option(
    '--shared <dir>',
    'folder that all machines share, for files (default: files go through the queue)',
  ),
]

/** Options of a run that also apply to a worker. */
const FOR_WORKERS = ['display', 'model', 'yes-to']

export function addQueueCommands(program: Command, shell: Shell, setCode: (code: number) => void): void {
  const worker = program
    .command('worker')
    .description('take tasks from a queue, until Ctrl+C; ask nobody')
    .option('--id <name>', 'name of this worker (default: its machine and process)')
    .option('--json', 'one line of JSON for each task that is taken or handed back')
    .addOption(parallelOption())
  addRunOptions(worker, FOR_WORKERS)
  for (const option of queueOptions()) worker.addOption(option)
  worker.action(async (options: WorkerOptions) => setCode(await (await load()).workerCommand(shell, options)))

  const queue = program
    .command('queue')
    .description('list the tasks of a queue and their workers')
    .option('--json', 'as JSON')
  for (const option of queueOptions()) if (option.name() !== 'shared') queue.addOption(option)
  queue.action(async (options: Partial<QueueOptions> & { json?: boolean }) =>
    (await load()).queueCommand(shell, options),
  )
}
