// What a batch of this machine was cut short in, when it is put on a queue: no worker knows of it.
import type { TaskStatus } from '../session/task-status.ts'
import { settleFlagged, settleLeft } from './batch.ts'
import type { QueueEngine } from './queue-place.ts'

/** The tasks that are not to be put on the queue this time; what is left of the others is closed. */
export async function takeUpHere(
  engine: Pick<QueueEngine, 'home' | 'closeRun'>,
  status: TaskStatus,
  tasks: readonly string[],
  tell: (words: string) => void,
): Promise<Set<string>> {
  const here = new Set<string>()
  for (const task of tasks) {
    await settleFlagged(engine.home, status, task)
    const before = status.record(task)
    if (before?.state !== 'running' || before.run === null) continue
    const { run } = before
    const left = await settleLeft(engine, { ...before, run })
    if (left === null) continue
    here.add(task)
    if (left !== 'continues') await status.set(task, left)
    else
      tell(
        `${task}: its run “${run}” was cut short on this machine and can go on here: \`deskhand batch\` without --queue does that.`,
      )
  }
  return here
}
