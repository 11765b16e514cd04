// Answers the calls about what is on a queue, which need no engine.
import type { Config } from '../../../src-preload/contract/config.ts'
import { controlQueue, viewQueue } from '../../batch/queue/control.ts'
import type { Secrets } from '../../core/secrets.ts'
import type { Handlers } from '../handler.ts'
import { whileHere } from '../while-here.ts'

interface QueueHandlersOptions {
  config: () => Promise<Config>
  keys: Secrets
}

const LOOKING = { timeoutMs: 60_000, name: 'Looking at the queue' }

export const queueHandlers = ({
  config,
  keys,
}: QueueHandlersOptions): Handlers<'view_queue' | 'control_queue'> => ({
  view_queue: ({ queue }, caller) =>
    whileHere(caller, async (run) => viewQueue({ config: await config(), keys }, queue, run), LOOKING),
  control_queue: ({ queue, wish }, caller) =>
    whileHere(
      caller,
      async (run) => ({ done: await controlQueue({ config: await config(), keys }, queue, wish, run) }),
      LOOKING,
    ),
})
