// The program of the thread that checks arguments by the schemas of foreign servers: a schema can be made to take for ever.
import { parentPort } from 'node:worker_threads'
import { argumentCheck } from './argument-check.ts'

/** What the thread is asked, and under which number it answers. */
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

/** From now on a check takes no longer than it takes. */
parentPort?.postMessage('ready')
