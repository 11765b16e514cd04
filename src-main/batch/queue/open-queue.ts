// Opens the queue for a batch, a worker or a person's command: the connection, with the password from where keys are kept.
import type { z } from 'zod'
import type { queueChoiceSchema } from '../../../src-preload/contract/calls/batch.ts'
import { queueNameSchema } from '../../../src-preload/contract/config.ts'
import { wantedWords } from '../../../src-preload/contract/issue-words.ts'
import { UserError } from '../../core/errors.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { Runs } from '../runs.ts'
import { connectToQueue, hasPassword, QUEUE_KEY, queueAddress } from './address.ts'
import { SharedFolder } from './shared-folder.ts'
import { TaskQueue } from './task-queue.ts'

/** The choice of a queue. */
export type QueueChoice = z.output<typeof queueChoiceSchema>

/** The parts of the engine that queues need. */
export type QueueSurroundings = Pick<Runs, 'config' | 'keys'>

export interface OpenQueue extends AsyncDisposable {
  queue: TaskQueue
  /** Its address without a password. */
  shown: string
  shared: SharedFolder | null
}

/** Throws UserError where it can’t be reached. */
export async function openQueue(
  { config, keys }: QueueSurroundings,
  { address, pool, shared }: QueueChoice,
  run: RunControl,
): Promise<OpenQueue> {
  const name = pool ?? config.queue.name
  const fault = queueNameSchema.safeParse(name).error?.issues[0]
  if (fault) throw new UserError(`“${name}” can’t be the name of a queue: ${wantedWords(fault)}.`)
  const password = hasPassword(address) ? null : await keys.get(QUEUE_KEY)
  const place = queueAddress(address, password)
  const folder = shared === null ? null : await SharedFolder.open(shared)
  const client = await connectToQueue(place, run)
  const queue = new TaskQueue(client, name)
  return {
    queue,
    shown: place.shown,
    shared: folder,
    async [Symbol.asyncDispose]() {
      // The connection ends first, because closing the queue would wait for a Redis that is gone.
      client.disconnect()
      await queue[Symbol.asyncDispose]()
    },
  }
}
