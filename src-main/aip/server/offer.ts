// Offers a task to its device, and waits until the device takes it.
import { UserError } from '../../core/errors.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { TaskLine } from './task-line.ts'

/**
 * Returns when the device has taken the task. Throws UserError when it refuses, or does not answer within `within` milliseconds. A device
 * that was lost meanwhile gets the offer again.
 */
export async function offerTask(
  task: { device: string; request: string },
  line: TaskLine,
  within: number,
  run: RunControl,
): Promise<void> {
  using owned = new DisposableStack()
  using waiting = run.child({ name: 'The answer of the device' })
  const answer = Promise.withResolvers<void>()
  const offer = () => line.send({ type: 'task', status: 'continue', user_request: task.request })
  owned.defer(
    line.onMessage((message) => {
      if (message.type === 'task') answer.resolve()
      if (message.type !== 'error') return
      answer.reject(new UserError(message.error ?? `The device “${task.device}” does not take the task.`))
    }),
  )
  owned.defer(
    line.onState((state) => {
      if (state === 'connected') offer()
    }),
  )
  owned.defer(
    run.clock.after(within, () =>
      answer.reject(new UserError(`The device “${task.device}” does not answer to the task.`)),
    ),
  )
  if (line.state === 'connected') offer()
  await waiting.race(answer.promise)
}
