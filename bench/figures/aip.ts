// The server of the Agent Interaction Protocol with 200 simulated devices, against a bare WebSocket server that sends back what
// it gets; and 4 real devices beside the 200, also after the server was killed.
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fromPairs, median, pairs, pairsOf, plain, type Figure, type Wants } from '../measure.ts'
import {
  allThere,
  bareClient,
  HEADERS,
  KEY,
  sequence,
  simulatedDevice,
  type SimulatedClient,
} from '../support/simulated-devices.ts'

const DEVICES = 200
const REAL = 4
const MESSAGES = 500
const PAIRS = 10
const ROOT = join(import.meta.dirname, '../..')
const CALCULATE = 'open galculator, click 7, click "*", click 6, click "=", read display'

export async function* measure(wants: Wants): AsyncGenerator<Figure> {
  if (['aip.message', 'aip.dispatch', 'aip.reconnect'].some(wants)) yield* measureServer()
  if (wants('aip.memory')) yield await measureMemory()
  if (wants('aip.real')) yield* measureReal()
}

class ServerProcess implements Disposable {
  readonly #child: ChildProcess
  readonly port: number

  private constructor(child: ChildProcess, port: number) {
    this.#child = child
    this.port = port
  }

  static async start(kind: 'aip' | 'echo', port = 0): Promise<ServerProcess> {
    const child = fork(join(ROOT, 'bench/support/aip-server.ts'), [kind, String(port)], {
      execArgv: ['--expose-gc'],
      env: { ...process.env, DESKHAND_AIP_KEY: KEY },
    })
    const [told] = (await once(child, 'message')) as [{ port: number }]
    return new ServerProcess(child, told.port)
  }

  get url(): string {
    return `ws://127.0.0.1:${this.port}/ws`
  }

  /** Bytes of the heap and beside it, after a collection. */
  async memory(): Promise<number> {
    this.#child.send('memory')
    const [told] = (await once(this.#child, 'message')) as [{ memory: number }]
    return told.memory
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
  }

  [Symbol.dispose](): void {
    this.#child.kill('SIGKILL')
  }
}

async function post(port: number, body: Record<string, unknown>): Promise<Record<string, unknown>> {
  const headers = { ...HEADERS, 'Content-Type': 'application/json' }
  const response = await fetch(`http://127.0.0.1:${port}/api/dispatch`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return (await response.json()) as Record<string, unknown>
}

async function get(port: number, path: string): Promise<Record<string, unknown>> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: HEADERS })
  return JSON.parse((await response.text()) || '{}') as Record<string, unknown>
}

/** Both servers with their clients, in turn. */
async function* measureServer(): AsyncGenerator<Figure> {
  let [aip, echo] = [await ServerProcess.start('aip'), await ServerProcess.start('echo')]
  const random = [sequence(1), sequence(1)] as const
  const devices = Array.from({ length: DEVICES }, (_, index) =>
    simulatedDevice(aip.url, `device-${index}`, random[0]),
  )
  const bare = Array.from({ length: DEVICES }, () => bareClient(echo.url, random[1]))
  const clients = [...devices, ...bare]
  const lives = clients.map((client) => client.live())
  try {
    await allThere(clients)
    yield await measureMessage(devices[0], bare[0])
    yield await measureDispatch(aip, echo, devices, bare)
    const [values, baselines]: [number[], number[]] = [[], []]
    for (let round = 0; round < 3; round++) {
      aip = await restarted(aip, 'aip', devices, values)
      echo = await restarted(echo, 'echo', bare, baselines)
    }
    yield fromPairs(
      'aip.reconnect',
      pairsOf(values, baselines),
      { most: 1.5 },
      `all ${DEVICES} are registered again after kill -9 and a start, back-off as the product's devices have it; baseline: bare clients with the same back-off`,
    )
  } finally {
    for (const client of clients) client.close()
    await Promise.all(lives)
    aip[Symbol.dispose]()
    echo[Symbol.dispose]()
  }
}

async function restarted(
  server: ServerProcess,
  kind: 'aip' | 'echo',
  clients: readonly SimulatedClient[],
  times: number[],
): Promise<ServerProcess> {
  const start = performance.now()
  await server.kill()
  while (clients.some(({ isThere }) => isThere)) await wait(1)
  const again = await ServerProcess.start(kind, server.port)
  await allThere(clients)
  times.push(performance.now() - start)
  return again
}

async function measureMessage(
  device: SimulatedClient | undefined,
  bare: SimulatedClient | undefined,
): Promise<Figure> {
  if (!device || !bare) throw new Error('There are no clients.')
  const frame = { type: 'heartbeat', status: 'ok', client_type: 'device', client_id: 'device-0' }
  const times = (client: SimulatedClient) => async () => {
    for (let count = 0; count < MESSAGES; count++) await client.ask(frame)
  }
  const measured = await pairs(PAIRS, times(device), times(bare))
  const each = { ...measured, value: measured.value / MESSAGES, baseline: measured.baseline / MESSAGES }
  return fromPairs(
    'aip.message',
    each,
    { most: 2.5 },
    'a heartbeat and its answer: parsed, checked, counted; baseline: the same text sent back by a bare server',
  )
}

/** From the requests by HTTP to the results by HTTP, all devices at once. */
async function measureDispatch(
  aip: ServerProcess,
  echo: ServerProcess,
  devices: readonly SimulatedClient[],
  bare: readonly SimulatedClient[],
): Promise<Figure> {
  const one = async (device: SimulatedClient, index: number) => {
    const ended = device.ask(null, ({ type }) => type === 'task_end')
    const { task_name: name } = await post(aip.port, { client_id: `device-${index}`, request: 'x' })
    await ended
    const { status, outcome } = await get(aip.port, `/api/task_result/${String(name)}`)
    if (status !== 'done' || outcome !== 'completed') throw new Error(`A task is ${String(status)}.`)
  }
  const same = async (client: SimulatedClient, index: number) => {
    await post(echo.port, { client_id: `device-${index}`, request: 'x' })
    // The task and its acknowledgement, the command and its results.
    for (let count = 0; count < 2; count++) await client.ask({ type: 'task', session_id: 'x'.repeat(36) })
    await get(echo.port, '/api/task_result/x')
  }
  const measured = await pairs(
    PAIRS,
    () => Promise.all(devices.map(one)),
    () => Promise.all(bare.map(same)),
  )
  const each = { ...measured, value: measured.value / DEVICES, baseline: measured.baseline / DEVICES }
  return fromPairs(
    'aip.dispatch',
    each,
    { most: 3 },
    `per task, ${DEVICES} at once on ${DEVICES} devices: request by HTTP, offer, command, results, end, result by HTTP; baseline: as many requests and messages by a bare server`,
  )
}

async function measureMemory(): Promise<Figure> {
  const perClient = async (kind: 'aip' | 'echo') => {
    using server = await ServerProcess.start(kind)
    const random = sequence(1)
    const one = (id: string) =>
      kind === 'aip' ? simulatedDevice(server.url, id, random) : bareClient(server.url, random)
    const connect = async (ids: string[]) => {
      const clients = ids.map(one)
      const lives = clients.map((client) => client.live())
      await allThere(clients)
      return { clients, lives }
    }
    // What is loaded and compiled with the first ones is no client's.
    const first = await connect(Array.from({ length: 20 }, (_, index) => `first-${index}`))
    const before = await server.memory()
    const more = await connect(Array.from({ length: DEVICES }, (_, index) => `device-${index}`))
    const after = await server.memory()
    for (const client of [...first.clients, ...more.clients]) client.close()
    await Promise.all([...first.lives, ...more.lives])
    return (after - before) / DEVICES / 1024
  }
  const [values, baselines]: [number[], number[]] = [[], []]
  for (let round = 0; round < 3; round++) {
    values.push(await perClient('aip'))
    baselines.push(await perClient('echo'))
  }
  return fromPairs(
    'aip.memory',
    pairsOf(values, baselines),
    { most: 4 },
    'of the server, per device that is connected, heap and beside it; baseline: per connection of a bare server',
    'KB',
  )
}

/** The whole product: `deskhand serve` and `deskhand connect`, each on a virtual desktop of its own. */
async function* measureReal(): AsyncGenerator<Figure> {
  await using owned = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-bench-'))
  owned.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const port = 5000 + Math.floor(process.pid % 20_000)
  await mkdir(join(folder, 'server'))
  await writeFile(join(folder, 'server', 'config.yaml'), 'aip:\n  requests_per_minute: 1000000\n')
  let server = await startProduct(folder, 'server', ['serve', '--port', String(port)])
  owned.defer(() => end(server))
  const url = `ws://127.0.0.1:${port}/ws`
  const names = Array.from({ length: REAL }, (_, index) => `real-${index}`)
  for (const name of names) {
    const child = await startProduct(folder, name, ['connect', url, '--id', name, '--display', 'virtual'])
    owned.defer(() => end(child))
  }
  const random = sequence(1)
  const simulated = Array.from({ length: DEVICES }, (_, index) =>
    simulatedDevice(url, `device-${index}`, random, true),
  )
  const lives = simulated.map((device) => device.live())
  owned.defer(async () => {
    for (const device of simulated) device.close()
    await Promise.all(lives)
  })
  const online = async () => ((await get(port, '/api/health'))['online_clients'] as string[]).length
  const allOnline = async () => {
    while ((await online().catch(() => 0)) < DEVICES + REAL) await wait(50)
  }
  await allOnline()
  const real = () => Promise.all(names.map((name) => calculate(port, name)))
  const loaded = async () => {
    const done = real()
    // Each of the others has a task of its own meanwhile, until the real ones have ended.
    const working = new AbortController()
    const load = Promise.all(
      simulated.map(async (_, index) => {
        while (!working.signal.aborted) {
          await post(port, { client_id: `device-${index}`, request: 'x' })
          await wait(1000)
        }
      }),
    )
    await done
    working.abort()
    await load
  }
  yield fromPairs(
    'aip.real',
    await pairs(3, loaded, real, { warmUp: 1 }),
    { most: 2 },
    `${REAL} real devices at once, from dispatch to the right result, while ${DEVICES} simulated ones get a task a second each; baseline: the same while these are only connected`,
  )
  const times: number[] = []
  for (let round = 0; round < 2; round++) {
    server.kill('SIGKILL')
    await once(server, 'exit')
    const start = performance.now()
    server = await startProduct(folder, 'server', ['serve', '--port', String(port)])
    await allOnline()
    times.push(performance.now() - start)
    await real()
  }
  yield plain(
    'aip.real.reconnect',
    median(times),
    'ms',
    { most: 30_000 },
    times.length,
    `from the start of a server that was killed until all ${DEVICES + REAL} are back; the real ones then do their task again`,
  )
}

async function calculate(port: number, device: string): Promise<void> {
  const { task_name: name } = await post(port, { client_id: device, request: CALCULATE })
  for (;;) {
    const told = await get(port, `/api/task_result/${String(name)}`)
    if (told['status'] === 'done') {
      const [round] = (told['result'] as { result: unknown }[] | null) ?? []
      if (round?.result === '42') return
      throw new Error(`${device} answered ${JSON.stringify(told)}`)
    }
    await wait(100)
  }
}

async function startProduct(folder: string, name: string, args: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(ROOT, 'src-main/terminal/main.ts'), ...args], {
    env: {
      ...process.env,
      DESKHAND_HOME: join(folder, name),
      DESKHAND_KEYS: 'file',
      DESKHAND_AIP_KEY: KEY,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (said += data.toString()))
  const ready = args[0] === 'serve' ? 'serves devices' : 'Connected to'
  while (!said.includes(ready)) {
    if (child.exitCode !== null) throw new Error(`${name} has ended: ${said}`)
    await wait(20)
  }
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGINT')
  await Promise.race([exited, wait(20_000, null, { ref: false })])
  child.kill('SIGKILL')
  await exited
}
