// Carries out `deskhand pause`, `resume` and `stop`: steers a run of any program, or what all workers of a queue do.
import { userFault } from '../fault.ts'
import type { Shell } from '../shell.ts'
import { tell } from '../output/table.ts'
import { withBridge } from '../with-bridge.ts'
import { choiceOf, type QueueOptions } from './queue-options.ts'

const DONE = { pause: 'Paused', resume: 'Resumed', stop: 'Stopped' } as const

/** Takes in `name` a run; null means the running one. */
export async function controlCommand(
  shell: Shell,
  name: string | null,
  wish: keyof typeof DONE,
  options: Partial<QueueOptions>,
): Promise<void> {
  const choice = choiceOf(options)
  if (choice) {
    if (name !== null) throw userFault('Name a run, or give --queue, not both.')
    const { done } = await withBridge(shell, (bridge) =>
      bridge.call('control_queue', { queue: choice, wish }),
    )
    await tell(shell, done)
    return
  }
  await withBridge(shell, async (bridge) => {
    const { run } = await bridge.call('control_run', { run: name, wish })
    const { word } = await shell.speech()
    shell.stdout.write(`${word(DONE[wish])}: ${run}\n`)
  })
}
