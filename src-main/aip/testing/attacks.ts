// Offers what tests of attacks on a server of the protocol share: servers that end with their test, raw requests, a device that
// is busy.
import { once } from 'node:events'
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { afterEach } from 'vitest'
import type { Frame } from './plain-client.ts'
import { testServer, type HeldTasks, type TestServer } from './test-server.ts'
import { until } from './until.ts'

/** Returns a function that starts a server, which ends with its test. Call it at the top of the file. */
export function useServers(): (...args: Parameters<typeof testServer>) => Promise<TestServer> {
  const open: AsyncDisposable[] = []
  afterEach(async () => {
    for (const server of open.splice(0)) await server[Symbol.asyncDispose]()
  })
  return async (...args) => {
    const server = await testServer(...args)
    open.push(server)
    return server
  }
}

/** Sends a request with the Host and other headers that the test gives: `fetch` does not let a caller choose them. */
export async function raw(
  port: number,
  path: string,
  headers: Record<string, string | string[]>,
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  const request = httpRequest({
    host: '127.0.0.1',
    port,
    path,
    headers,
    setHost: headers['Host'] === undefined,
  })
  request.end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let body = ''
  for await (const part of response) body += String(part)
  return { status: response.statusCode ?? 0, headers: response.headers, body }
}

export const task = (id: string, more: Frame = {}): Frame => ({
  type: 'task',
  status: 'continue',
  client_type: 'device',
  client_id: id,
  request: 'x',
  ...more,
})

export const dispatch = async (server: TestServer, device: string, taskName?: string) =>
  (
    await server.http('/api/dispatch', {
      body: { client_id: device, request: 'x', ...(taskName === undefined ? {} : { task_name: taskName }) },
    })
  ).body as { task_name: string; session_id: string }

/** Makes a device that has taken its task. */
export async function busy(server: TestServer, id: string, held: HeldTasks) {
  const device = await server.device(id)
  const told = await dispatch(server, id)
  await device.next({ type: 'task' })
  device.send(task(id, { task_name: told.task_name }))
  await until(() => held.tasks.some(({ session }) => session === told.session_id))
  await device.next({ type: 'heartbeat', session_id: told.session_id })
  return { device, ...told }
}

/** Encodes header values, which travel as bytes. */
export const encoded = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString('latin1')]),
  )
