// Reads which queue the options mean.
import { resolve } from 'node:path'
import type { QueueChoice } from '../../../src-preload/contract/calls/batch.ts'
import { userFault } from '../fault.ts'

export interface QueueOptions {
  /** `redis://…` or `rediss://…` */
  queue: string
  pool?: string
  shared?: string
}

/** Null where no queue is meant. Throws BridgeError for options of a queue without the queue itself. */
export function choiceOf({ queue, pool, shared }: Partial<QueueOptions>): QueueChoice | null {
  if (queue === undefined) {
    if ((pool ?? shared) === undefined) return null
    throw userFault(`${pool === undefined ? '--shared' : '--pool'} says which queue: take --queue with it.`)
  }
  return { address: queue, pool: pool ?? null, shared: shared === undefined ? null : resolve(shared) }
}

/** Throws BridgeError where no queue is named. */
export function namedQueue(options: Partial<QueueOptions>): QueueChoice {
  const choice = options.queue === undefined ? null : choiceOf(options)
  if (choice === null) throw userFault('Say which queue: --queue redis://HOST:PORT')
  return choice
}
