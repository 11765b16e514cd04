// Fakes a terminal made of memory, and an engine that plays a stream of events.
import { PassThrough, Writable } from 'node:stream'
import { configSchema } from '../../../src-preload/contract/config.ts'
import type { EventBody, EventOf, SessionEvent } from '../../../src-preload/contract/events.ts'
import { silentLogger } from '../../core/logger.ts'
import type { RunRequest } from '../../engine/run-request.ts'
import { runProgram } from '../program.ts'
import type { Surroundings, TerminalOutput } from '../shell.ts'
import { openBridge } from '../../bridge/client.ts'
import { DataFolder } from '../../engine/data-folder.ts'
import type { KeptRuns } from '../../engine/kept-runs.ts'
import type { Engine, EngineOptions } from '../../engine.ts'
import type { ClientOptions } from '../../bridge/client.ts'
import { ServedDevices } from '../../bridge/served-devices.ts'
import type { Serving } from '../../bridge/serving.ts'
import type { ParsedInput } from '../../../src-preload/contract/calls.ts'
import { streamOf } from '../../../src-preload/contract/testing/sample-run.ts'

export class MemoryOutput extends Writable implements TerminalOutput {
  isTTY = false
  columns = 100
  text = ''
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString()
    done()
  }
  get lines(): string[] {
    return this.text.split('\n')
  }
  /** The lines on the terminal now, without removed ones. */
  get shown(): string[] {
    const rows = ['']
    let row = 0
    let column = 0
    for (const [part] of this.text.matchAll(ANSI)) {
      if (part === '\n') [row, column] = [row + 1, 0]
      else if (part === '\r' || part === '\u001b[G') column = 0
      else if (part === '\u001b[1A') row--
      else if (part === '\u001b[2K') rows[row] = ''
      else if (part === '\u001b[K') rows[row] = (rows[row] ?? '').slice(0, column)
      else if (!part.startsWith('\u001b')) {
        const before = rows[row] ?? ''
        rows[row] = before.slice(0, column) + part + before.slice(column + part.length)
        column += part.length
      }
    }
    while (rows.at(-1) === '') rows.pop()
    return rows.map((text) => text ?? '')
  }
}

/** Matches escape sequences, ends of lines, and the text between them. */
// oxlint-disable-next-line no-control-regex -- those are looked for
const ANSI = /\u001b\[[?\d;]*[A-Za-z]|[\n\r]|[^\u001b\n\r]+/g

export interface FakeWorld {
  shell: Surroundings
  stdin: PassThrough & { isTTY?: boolean }
  stdout: MemoryOutput
  stderr: MemoryOutput
  /** Options of the engines and their runs. */
  engines: EngineOptions[]
  runs: RunRequest[]
  exits: number[]
  /** Pages that are not closed: their inputs, and the program's options. */
  webs: (ParsedInput<'open_page'> & ClientOptions)[]
  /** The same of servers for devices. */
  servers: (ParsedInput<'serve_devices'> & ClientOptions)[]
  /** The same of servers for MCP clients. */
  programServers: (ParsedInput<'serve_programs'> & Omit<ClientOptions, 'display'>)[]
  /** Sends Ctrl+C. */
  interrupt(): void
  /** Resolves when standard output has this text. */
  said(text: string): Promise<void>
  deskhand(...args: string[]): Promise<number>
}

type Play = (options: RunRequest, engine: FakeEngine) => Promise<EventOf<'session_finished'>>

interface FakeWorldOptions {
  home: string
  tty?: boolean
  env?: NodeJS.ProcessEnv
  play?: Play
  engine?: Partial<Engine>
  /** Controls, continues and deletes runs. */
  runs?: Partial<KeptRuns>
  createEngine?: () => Promise<never>
  /** Why no browser can be opened here. */
  notOpened?: string
  /** Called while an engine is made. */
  onEngine?: () => void
}

export class FakeEngine implements AsyncDisposable {
  readonly stopped = Promise.withResolvers<string>()
  readonly #play: Play
  disposed = false
  constructor(play: Play, data: DataFolder) {
    this.#play = play
    this.home = data.home
    this.runs = data.runs
    this.memory = data.memory
    this.rules = () => data.rules()
  }
  run(options: RunRequest): Promise<EventOf<'session_finished'>> {
    return this.#play(options, this)
  }
  start: Engine['start'] = (request) => {
    request.onBegun?.('sample')
    return Promise.resolve({ run: 'sample', ended: this.run(request) })
  }
  desktopKind: Engine['desktopKind'] = () => 'virtual'
  hostFault: Engine['hostFault'] = () => null
  stop(reason: string): void {
    this.stopped.resolve(reason)
  }
  tools: Engine['tools'] = () => Promise.resolve([])
  testTools: Engine['testTools'] = () => Promise.resolve([])
  windows: Engine['windows'] = () => Promise.resolve([])
  tree: Engine['tree'] = () => Promise.reject(new Error('no windows'))
  dryRun: Engine['dryRun'] = () => Promise.resolve([])
  doctor: Engine['doctor'] = () => Promise.resolve([])
  actFor: Engine['actFor'] = () => Promise.reject(new Error('no desktop'))
  readonly config = configSchema.parse({})
  readonly env = {}
  readonly home: string
  readonly runs: KeptRuns
  readonly memory: Engine['memory']
  rules: Engine['rules']
  readonly logger = silentLogger
  readonly keys: Engine['keys'] = {
    get: () => Promise.resolve(null),
    set: () => Promise.resolve({ kind: 'file', why: null }),
    delete: () => Promise.resolve(),
    list: () => Promise.resolve({ keys: [], store: { kind: 'file', why: null } }),
  }
  async [Symbol.asyncDispose](): Promise<void> {
    this.disposed = true
  }
}

/** Plays these events and returns the last. */
export const playing =
  (bodies: EventBody[]): Play =>
  async (options) => {
    let last: SessionEvent | null = null
    for (const event of streamOf(bodies)) {
      options.onEvent(event)
      last = event
      await Promise.resolve()
    }
    if (last?.type !== 'session_finished') throw new Error('The stream has no end.')
    return last
  }

export const finished = (values: Partial<EventOf<'session_finished'>> = {}): EventBody => ({
  type: 'session_finished',
  status: 'completed',
  result: null,
  error: null,
  reason: 'finished',
  steps: 1,
  rounds: 1,
  cost: 0,
  log_path: '/logs/sample',
  ...values,
})

const interruptedRun: Partial<KeptRuns> = {
  interrupted: (run) =>
    Promise.resolve({
      run: run ?? 'newest',
      request: 'open a',
      queue: ['open b'],
      display: 'virtual',
      strategy: 'single',
    }),
}

export function fakeWorld(options: FakeWorldOptions): FakeWorld {
  const stdout = new MemoryOutput()
  const stderr = new MemoryOutput()
  const stdin: PassThrough & { isTTY?: boolean } = new PassThrough()
  stdout.isTTY = options.tty ?? false
  stdin.isTTY = options.tty ?? false
  const listeners = new Set<() => void>()
  const engines: EngineOptions[] = []
  const runs: RunRequest[] = []
  const exits: number[] = []
  const webs: FakeWorld['webs'] = []
  const servers: FakeWorld['servers'] = []
  const programServers: FakeWorld['programServers'] = []
  const play = options.play ?? playing([finished()])
  let control: KeptRuns['control'] = (run) => Promise.resolve(run ?? 'newest')
  const createEngine = async (given: EngineOptions, data: DataFolder) => {
    engines.push(given)
    options.onEngine?.()
    if (options.createEngine) return options.createEngine()
    const engine = new FakeEngine((run, self) => {
      runs.push(run)
      return play(run, self)
    }, data)
    // It only has the parts of an engine that the commands under test use.
    Object.assign(engine, options.engine)
    control = (run, wish) => {
      if (wish === 'stop') engine.stop('Stopped by the user.')
      return Promise.resolve(run ?? 'newest')
    }
    return engine as unknown as Engine
  }
  const openData = () => {
    const { env } = shell
    const printLog = (line: string) => void stderr.write(line)
    const data = new DataFolder({ home: options.home, env, printLog })
    const steering = { control: (...wish: Parameters<KeptRuns['control']>) => control(...wish) }
    Object.assign(data.runs, interruptedRun, steering, options.runs)
    return data
  }
  const servingOf = (given: ClientOptions): Serving => ({
    devices: new ServedDevices(),
    openPage: async (wanted) => {
      webs.push({ ...given, ...wanted })
      return { address: 'http://127.0.0.1:1/?token=printed', not_opened: options.notOpened ?? null }
    },
    serveDevices: async (wanted) => {
      servers.push({ ...given, ...wanted })
      return { address: 'ws://127.0.0.1:1/ws', new_key: wanted.key === null ? 'made-key' : null }
    },
    stopServing: async () => void servers.pop(),
    programs: null,
    servePrograms: async (wanted) => {
      programServers.push({ ...given, ...wanted })
      return { address: 'http://127.0.0.1:1/mcp', token: 'made-token' }
    },
    stopServingPrograms: async () => void programServers.pop(),
    [Symbol.asyncDispose]: async () => void webs.pop(),
  })
  const shell: Surroundings = {
    version: '1.2.3',
    env: { DESKHAND_HOME: options.home, DESKHAND_KEYS: 'file', NO_COLOR: '1', ...options.env },
    stdin,
    stdout,
    stderr,
    openBridge: (given) =>
      Promise.resolve(
        openBridge({ ...given, desktopFor: null, createEngine, serving: servingOf(given), data: openData() }),
      ),
    onInterrupt: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    exit: (code) => exits.push(code),
  }
  return {
    shell,
    stdin,
    stdout,
    stderr,
    engines,
    runs,
    exits,
    webs,
    programServers,
    servers,
    interrupt: () => {
      for (const listener of listeners) listener()
    },
    said: async (text) => {
      while (!stdout.text.includes(text)) await new Promise((resolve) => setTimeout(resolve, 1))
    },
    deskhand: (...args) => runProgram(shell, args),
  }
}
