// Options that say which queue is meant.
import { resolve } from 'node:path'
import { Option } from 'commander'
import type { QueueChoice } from './engine-port.ts'

export interface QueueOptions {
  /** `redis://…` or `rediss://…` */
  queue: string
  pool?: string
  shared?: string
}

export const queueOptions = (): Option[] => [
  new Option(
    '--queue <url>',
    'by the workers of a queue, on redis://HOST:PORT or rediss://…; its password better in DESKHAND_QUEUE_PASSWORD or by `config key`',
  ),
  new Option('--pool <name>', 'name of the queue; queue.name of the configuration without it'),
  new Option('--shared <dir>', 'a folder that all machines have, for files; they go through the queue without it'),
] // prettier-ignore

export const choiceOf = ({ queue, pool, shared }: QueueOptions): QueueChoice => ({
  address: queue,
  pool: pool ?? null,
  shared: shared === undefined ? null : resolve(shared),
})
