// Connects a device by a real WebSocket, with the tools that a test gives, and makes sessions that drive it with the real
// dispatcher.
import { randomUUID } from 'node:crypto'
import type { EventBody } from '../../../src-preload/contract/events.ts'
import { MemoryJournal } from '../../agents/testing/scripted.ts'
import { plainTarget, summaryOf } from '../../computer/targets.ts'
import { failure, type Command, type MCPToolInfo, type Result } from '../../core/command.ts'
import { silentLogger } from '../../core/logger.ts'
import { StoppedError } from '../../core/errors.ts'
import { RunControl } from '../../core/run-control.ts'
import { checkServerAddress } from '../device/addresses.ts'
import { DeviceClient, type DeviceNews } from '../device/client.ts'
import { connectToServer } from '../device/connection.ts'
import { deviceInfo } from '../device/info.ts'
import type { DeviceWork, OpenWork, RemoteTask } from '../device/work.ts'
import type { RunTask, TaskOutcome } from '../server/task.ts'
import { WebSocketCommandDispatcher } from '../server/web-socket-command-dispatcher.ts'
import { KEY } from './test-server.ts'

export type Tool = (command: Command & { call_id: string }, run: RunControl, work: TestWork) => unknown

/** A desktop of a test: a table of tools. */
export class TestWork implements DeviceWork {
  readonly place = { display: 'virtual', os: 'linux 6', home: '/home/them' } as const
  readonly done: string[] = []
  readonly ends: Parameters<DeviceWork['finish']>[0][] = []
  resets = 0
  disposed = false
  readonly tell: (event: EventBody) => void
  readonly run: RunControl

  readonly #tools: Record<string, Tool>

  constructor(tools: Record<string, Tool>, tell: (event: EventBody) => void, run: RunControl) {
    this.#tools = tools
    this.tell = tell
    this.run = run
  }

  readonly dispatcher: DeviceWork['dispatcher'] = {
    executeCommands: (commands, _options, run) =>
      Promise.all(commands.map((command) => this.#execute({ call_id: '', ...command }, run))),
    listTools: (): Promise<MCPToolInfo[]> => Promise.resolve([]),
    reset: () => {
      this.resets++
      return Promise.resolve()
    },
  }

  step() {
    return { end: () => {} }
  }

  finish(end: Parameters<DeviceWork['finish']>[0]): void {
    this.ends.push(end)
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.disposed = true
    return Promise.resolve()
  }

  async #execute(command: Command & { call_id: string }, run: RunControl): Promise<Result> {
    const { tool_name, call_id, tool_type, parameters } = command
    await run.checkpoint()
    const tool = tool_name === '' ? () => 'No action taken.' : this.#tools[tool_name]
    if (!tool) return failure(command, 'unknown_tool', `There is no tool “${tool_name}”.`)
    const target = summaryOf(plainTarget('control', 'Save'))
    const words = `Do ${tool_name}`
    const isAct = tool_type === 'action' && tool_name !== ''
    if (isAct)
      this.tell({
        type: 'act_started',
        call_id,
        tool_name,
        tool_type,
        namespace: 'Desk',
        parameters,
        target,
        words,
      })
    this.done.push(tool_name)
    const result = await run.race(Promise.resolve(tool(command, run, this)))
    if (isAct)
      this.tell({ type: 'act_finished', call_id, tool_name, status: 'success', result, error: null, ms: 1 })
    return { status: 'success', error: null, result, namespace: 'Desk', call_id, code: null }
  }
}

export interface TestDevice extends AsyncDisposable {
  works: TestWork[]
  tasks: RemoteTask[]
  news: DeviceNews[]
  /** Stops the person's whole program. */
  run: RunControl
  served: Promise<void>
}

export interface TestDeviceOptions {
  id?: string
  tools?: Record<string, Tool>
  open?: OpenWork
  key?: string | null
  /** Milliseconds for which the server may be silent. */
  silence?: number
}

/** Connects; resolves when it has registered, or was refused. */
export async function testDevice(
  url: string,
  { id = 'pc', tools = {}, open, key = KEY, silence = 30_000 }: TestDeviceOptions = {},
): Promise<TestDevice> {
  const works: TestWork[] = []
  const tasks: RemoteTask[] = []
  const news: DeviceNews[] = []
  const run = new RunControl()
  const registered = Promise.withResolvers<void>()
  const server = await checkServerAddress(url, { allowPrivate: false }, run)
  const client = new DeviceClient({
    clientId: id,
    info: deviceInfo(id, '1.2.3', {}),
    connect: (control) => connectToServer({ server, key, ca: null, silence }, control),
    open:
      open ??
      ((task, tell, control) => {
        const work = new TestWork(tools, tell, control)
        works.push(work)
        tasks.push(task)
        return Promise.resolve(work)
      }),
    onNews: (one) => {
      news.push(one)
      if (one.news === 'connected') registered.resolve()
    },
    logger: silentLogger,
    random: () => 0,
  })
  const served = client.serve(run)
  served.catch(registered.reject)
  await registered.promise
  return {
    works,
    tasks,
    news,
    run,
    served,
    async [Symbol.asyncDispose]() {
      run.stop(new StoppedError('stopped', 'The test has ended.'))
      await served.catch(() => {})
    },
  }
}

export type Driven = (dispatcher: WebSocketCommandDispatcher, run: RunControl) => Promise<unknown>

/** Makes sessions that do what a test tells them with the dispatcher, and keeps their records. */
export function drivenBy(drive: Driven): { runTask: RunTask; journal: MemoryJournal } {
  const journal = new MemoryJournal()
  const runTask: RunTask = async ({ link }, run): Promise<TaskOutcome> => {
    using dispatcher = new WebSocketCommandDispatcher({ link, sink: journal, logger: silentLogger })
    using pauses = new DisposableStack()
    pauses.defer(run.onPauseChange((paused) => (paused ? dispatcher.pause() : dispatcher.resume())))
    return { status: 'completed', result: await drive(dispatcher, run), error: null, run: null }
  }
  return { runTask, journal }
}

export const ROUTE = { agent_name: 'AppAgent', process_name: 'calc', root_name: 'calc' }

export const command = (tool_name: string, more: Partial<Command> = {}): Command => ({
  tool_name,
  parameters: {},
  tool_type: 'action',
  call_id: randomUUID(),
  ...more,
})
