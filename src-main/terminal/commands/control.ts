// `deskhand pause`, `resume` and `stop`: steers a run of any program, or what all workers of a queue do.
import { UserError } from '../../core/errors.ts'
import { engineOptions } from '../engine-options.ts'
import type { Shell } from '../shell.ts'
import { withBridge } from '../with-bridge.ts'
import { choiceOf, type QueueOptions } from './queue-options.ts'

const DONE = { pause: 'Paused', resume: 'Resumed', stop: 'Stopped' } as const

/** `name` is null for the run that goes on. */
export async function controlCommand(
  shell: Shell,
  name: string | null,
  wish: keyof typeof DONE,
  options: Partial<QueueOptions>,
): Promise<void> {
  const choice = choiceOf(options)
  if (choice) {
    if (name !== null) throw new UserError('Name a run, or a queue by --queue: one of them.')
    await using engine = await shell.createEngine(engineOptions(shell))
    shell.stdout.write(`${await engine.controlQueue(choice, wish)}\n`)
    return
  }
  await withBridge(shell, async (bridge) => {
    const { run } = await bridge.call('control_run', { run: name, wish })
    shell.stdout.write(`${DONE[wish]}: ${run}\n`)
  })
}
