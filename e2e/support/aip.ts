// A server and devices as processes of their own, and the HTTP API as a stranger's program calls it.
import { place, start, type Place, type Running } from './deskhand.ts'
import { freePort } from './waiting.ts'

export const KEY = 'a-key-of-the-tests-0123456789'

export interface Serving extends AsyncDisposable {
  where: Place
  running: Running
  /** What it said on standard output. */
  printed(): string
  url: string
  api(path: string, body?: unknown): Promise<Record<string, unknown>>
  dispatch(device: string, request: string, task: string): Promise<Record<string, unknown>>
  /** The answer when the task is done. */
  result(task: string, withinMs?: number): Promise<Record<string, unknown>>
  clients(): Promise<string[]>
}

/** Milliseconds that a program has to end in order. */
const END_MS = 60_000
/** Milliseconds that the server has to answer a call. */
const ANSWER_MS = 60_000

/** Ends a program in order, and waits for it. One that does not end is killed, and its words are the fault. */
const end = async ({ child, ended, stderr }: Running) => {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT')
  let isLate = false
  const late = setTimeout(() => (isLate = child.kill('SIGKILL')), END_MS)
  await ended
  clearTimeout(late)
  if (isLate) throw new Error(`It did not end within ${END_MS} ms.\n${stderr()}`)
}

export async function serving(config = '', more: readonly string[] = []): Promise<Serving> {
  const where = await place()
  await where.config(config)
  const port = await freePort()
  const running = start(where, ['serve', '--port', String(port), ...more], { DESKHAND_AIP_KEY: KEY })
  let printed = ''
  running.child.stdout?.on('data', (data: Buffer) => (printed += data.toString()))
  const api = async (path: string, body?: unknown) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/${path}`, {
      headers: { 'X-API-Key': KEY, 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    return (await response.json()) as Record<string, unknown>
  }
  await until(
    () =>
      api('health').then(
        () => true,
        () => false,
      ),
    () => running.stderr(),
  )
  return {
    where,
    running,
    printed: () => printed,
    url: `ws://127.0.0.1:${port}/ws`,
    api,
    dispatch: (device, request, task) => api('dispatch', { client_id: device, request, task_name: task }),
    async result(task, withinMs = 300_000) {
      let answer: Record<string, unknown> = {}
      const done = async () => {
        answer = await api(`task_result/${task}`)
        return answer['status'] === 'done'
      }
      await until(done, () => `${JSON.stringify(answer)}\n${running.stderr()}`, withinMs)
      return answer
    },
    clients: async () => (await api('clients'))['online_clients'] as string[],
    async [Symbol.asyncDispose]() {
      await end(running)
      await where[Symbol.asyncDispose]()
    },
  }
}

export interface Connected extends AsyncDisposable {
  where: Place
  running: Running
}

/** Connects a device that has a virtual desktop and nobody to ask; resolves when the server knows it. */
export async function connected(
  server: Serving,
  id: string,
  { url = server.url, at, more = [] }: { url?: string; at?: Place; more?: readonly string[] } = {},
): Promise<Connected> {
  const where = at ?? (await place())
  const running = start(where, ['connect', url, '--id', id, '--display', 'virtual', '--json', ...more], {
    DESKHAND_AIP_KEY: KEY,
  })
  await until(
    async () => (await server.clients()).includes(id),
    () => running.stderr(),
  )
  return {
    where,
    running,
    async [Symbol.asyncDispose]() {
      await end(running)
      await where[Symbol.asyncDispose]()
    },
  }
}

export async function until(
  condition: () => boolean | Promise<boolean>,
  why: () => string,
  withinMs = 120_000,
): Promise<void> {
  for (
    const over = Date.now() + withinMs;
    Date.now() < over;
    // The server refuses who asks it too often.
    await new Promise((next) => setTimeout(next, 500))
  )
    if (await condition()) return
  throw new Error(`It did not come to that. ${why()}`)
}
