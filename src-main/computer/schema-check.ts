// Runs the thread that checks arguments by the schemas of foreign servers, because a schema can be made to take for ever.
import { parentPort } from 'node:worker_threads'
import { argumentCheck } from './argument-check.ts'

/** A request to the thread, with the number of its answer. */
export interface SchemaQuestion {
  id: number
  schema: Record<string, unknown>
  parameters: Record<string, unknown>
}
export interface SchemaAnswer {
  id: number
  fault: string | null
}

parentPort?.on('message', ({ id, schema, parameters }: SchemaQuestion) => {
  parentPort?.postMessage({ id, fault: argumentCheck(schema)(parameters) } satisfies SchemaAnswer)
})

/** Reports that the thread is loaded: the time of a check counts from now on. */
parentPort?.postMessage('ready')
