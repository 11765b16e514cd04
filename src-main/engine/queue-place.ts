// The queue that a batch, a worker or a person's wish goes to: its connection, with the password from where keys are kept.
import { queueNameSchema, type Config } from '../../src-preload/contract/config.ts'
import { UserError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import type { RunControl } from '../core/run-control.ts'
import type { Secrets } from '../core/secrets.ts'
import { connectToQueue, hasPassword, QUEUE_KEY, queueAddress } from '../queue/address.ts'
import { SharedFolder } from '../queue/shared-folder.ts'
import { TaskQueue } from '../queue/task-queue.ts'
import type { RunRequest } from './run-request.ts'

/** Which queue. */
export interface QueueChoice {
  /** `redis://…` */
  address: string
  /** Tells queues on one Redis apart; that of the configuration without it. */
  pool?: string | null
  /** A folder that all machines have, for files; without it they go through the queue. */
  shared?: string | null
}

/** What queues need of the engine. */
export interface QueueEngine {
  home: string
  config: Config
  keys: Secrets
  logger: Logger
  run(request: RunRequest): Promise<unknown>
  closeRun(name: string): Promise<void>
  desktopKind(display: Config['display']['kind'] | null): 'host' | 'virtual'
  windows(): Promise<unknown>
}

export interface OpenQueue extends AsyncDisposable {
  queue: TaskQueue
  /** Its address without a password. */
  shown: string
  shared: SharedFolder | null
}

/** Throws UserError where it can’t be reached. */
export async function openQueue(
  engine: QueueEngine,
  { address, pool, shared = null }: QueueChoice,
  run: RunControl,
): Promise<OpenQueue> {
  const name = pool ?? engine.config.queue.name
  const fault = queueNameSchema.safeParse(name).error?.issues[0]
  if (fault) throw new UserError(`“${name}” can’t be the name of a queue: ${fault.message}.`)
  const password = hasPassword(address) ? null : await engine.keys.get(QUEUE_KEY)
  const place = queueAddress(address, password)
  const folder = shared === null ? null : await SharedFolder.open(shared)
  const client = await connectToQueue(place, run)
  const queue = new TaskQueue(client, name)
  return {
    queue,
    shown: place.shown,
    shared: folder,
    async [Symbol.asyncDispose]() {
      // First: a queue whose Redis is gone would wait for it.
      client.disconnect()
      await queue[Symbol.asyncDispose]()
    },
  }
}
