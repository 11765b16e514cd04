// Checks arguments by the schemas of foreign servers, on a thread of its own with a bounded time for each check.
import { Worker } from 'node:worker_threads'
import { programPath } from '../core/entry.ts'
import type { SchemaAnswer, SchemaQuestion } from './schema-check.ts'

/** Milliseconds of one check after the thread has begun it. A normal check takes a few, and more on a busy machine. */
const MAX_CHECK_MS = 5_000
/** Milliseconds in which the thread starts. */
const MAX_START_MS = 15_000
/** Megabytes of memory of the thread. */
const MAX_MEMORY_MB = 128

/** The check before: checks run one after the other, so that the one that ends the thread is known. */
let before: Promise<unknown> = Promise.resolve()
let thread: Promise<Worker> | null = null
let asked = 0

/** Says what is wrong with the arguments, null when nothing is. A schema that can't be checked in time is itself at fault. */
export function checkForeignArguments(
  schema: Record<string, unknown>,
  parameters: Record<string, unknown>,
): Promise<string | null> {
  const next = before.then(() => check(schema, parameters))
  before = next
  return next
}

async function check(
  schema: Record<string, unknown>,
  parameters: Record<string, unknown>,
): Promise<string | null> {
  let worker: Worker
  try {
    worker = await (thread ??= start())
  } catch {
    thread = null
    return 'its arguments could not be checked.'
  }
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const end = () => {
    thread = null
    void worker.terminate()
    resolve(`its schema can’t be checked within ${MAX_CHECK_MS} ms.`)
  }
  const question: SchemaQuestion = { id: ++asked, schema, parameters }
  const hear = (answer: SchemaAnswer) => {
    if (answer.id === question.id) resolve(answer.fault)
  }
  const timer = setTimeout(end, MAX_CHECK_MS)
  worker.on('message', hear).once('exit', end)
  try {
    worker.postMessage(question)
    return await promise
  } finally {
    clearTimeout(timer)
    worker.off('message', hear).off('exit', end)
  }
}

async function start(): Promise<Worker> {
  const worker = new Worker(programPath('schema-check', 'computer/schema-check.ts'), {
    name: 'schemas',
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    env: {},
  })
  // The thread does not keep the program open. An error ends it, and its end is noticed elsewhere.
  worker.unref()
  worker.on('error', () => {})
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error('The thread did not start.')), MAX_START_MS)
  worker.once('message', () => resolve()).once('exit', () => reject(new Error('The thread ended.')))
  try {
    await promise
    return worker
  } catch (error) {
    void worker.terminate()
    throw error
  } finally {
    clearTimeout(timer)
  }
}
