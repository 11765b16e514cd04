// Starts a server of the protocol on a port of its own, whose sessions do what a test says.
import { aipConfigSchema, type AipConfig } from '../../../src-preload/contract/config.ts'
import { createLogger } from '../../core/logger.ts'
import { wireCommandSchema } from '../protocol/messages.ts'
import { serveAip, type AipServer, type AipServerOptions } from '../server/serve.ts'
import type { RunTask, ServedTask, TaskOutcome } from '../server/task.ts'
import { PlainClient, registration, type Frame } from './plain-client.ts'

export const KEY = 'a-key-that-only-tests-use-0123456789'

export const completed = (result: unknown): TaskOutcome => ({
  status: 'completed',
  result,
  error: null,
  run: null,
})

/** Sends one command and returns its result as the result of the session. */
export const oneCommand: RunTask = async ({ link, request }, run) => {
  const { promise, resolve } = Promise.withResolvers<TaskOutcome>()
  link.onMessage((message) => {
    if (message.type === 'command_results')
      resolve(completed(message.action_results?.map(({ result }) => result)))
  })
  link.send({
    type: 'command',
    status: 'continue',
    agent_name: 'AppAgent',
    response_id: 'response-1',
    actions: [
      wireCommandSchema.parse({
        tool_name: 'echo',
        parameters: { request },
        tool_type: 'action',
        call_id: 'call-1',
      }),
    ],
  })
  return run.race(promise)
}

interface HeldTask extends ServedTask {
  begun: (run: string) => void
  end: (outcome: TaskOutcome) => void
  /** Why it was stopped, null as long as it goes on. */
  stopped: () => string | null
}

/** A session that waits until the test says how it ends, or until it is stopped. */
export class HeldTasks {
  readonly tasks: HeldTask[] = []

  readonly run: RunTask = async (task, run, begun) => {
    const { promise, resolve } = Promise.withResolvers<TaskOutcome>()
    const stopped = () => (run.stopped ? (run.signal.reason as Error).message : null)
    this.tasks.push({ ...task, begun, end: resolve, stopped })
    return run.race(promise)
  }
}

export interface TestServer extends AsyncDisposable {
  server: AipServer
  url: string
  /** Lines of its log, as they would be written. */
  log: string[]
  connect(headers?: Record<string, string>): Promise<PlainClient>
  /** Connects a UFO device. */
  device(id: string, more?: Frame): Promise<PlainClient>
  /** Connects a device that is a Deskhand. */
  deskhand(id: string, instance?: string): Promise<PlainClient>
  constellation(id: string, target: string): Promise<PlainClient>
  http(
    path: string,
    options?: { body?: unknown; headers?: Record<string, string>; method?: string },
  ): Promise<{
    status: number
    body: Record<string, unknown>
    headers: Headers
  }>
}

export async function testServer(
  runTask: RunTask,
  more: Partial<AipServerOptions> & { aip?: Partial<AipConfig> } = {},
): Promise<TestServer> {
  const log: string[] = []
  const logger = createLogger('debug', (line) => log.push(line))
  const { aip, ...options } = more
  const server = await serveAip({
    port: 0,
    host: '127.0.0.1',
    key: KEY,
    config: aipConfigSchema.parse(aip ?? {}),
    runTask,
    logger: () => logger,
    ...options,
  })
  const connect = (headers: Record<string, string> = { 'X-API-Key': KEY }) =>
    PlainClient.open(server.address, headers)
  const registered = async (id: string, frame: Frame) => {
    const client = await connect()
    await client.register(id, frame)
    return client
  }
  return {
    server,
    url: server.address,
    log,
    connect,
    device: (id, frame = {}) => registered(id, frame),
    deskhand: (id, instance = `instance-of-${id}-0123456789`) =>
      registered(id, {
        metadata: { ...(registration(id)['metadata'] as Frame), deskhand: { version: 1, instance } },
      }),
    constellation: (id, target) =>
      registered(id, { client_type: 'constellation', target_id: target, metadata: {} }),
    async http(path, { body, headers = { 'X-API-Key': KEY }, method } = {}) {
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: body === undefined ? headers : { 'Content-Type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      return {
        status: response.status,
        body: (await response.json()) as Record<string, unknown>,
        headers: response.headers,
      }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
