// Runs a worker for tests: with real run folders, and a task that does what the test says instead of a run on a desktop.
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WorkerNews } from '../../../../src-preload/contract/calls/batch.ts'
import { configSchema } from '../../../../src-preload/contract/config.ts'
import { silentLogger } from '../../../core/logger.ts'
import { RunControl } from '../../../core/run-control.ts'
import { RunFolder } from '../../../recorder/run-folder.ts'
import type { Runs } from '../../runs.ts'
import type { CarryOut, TaskInHand } from '../../task-source.ts'
import { begunRecord } from '../../verdict.ts'
import { connectToQueue, queueAddress } from '../address.ts'
import { QueueSource } from '../queue-source.ts'
import { SharedFolder } from '../shared-folder.ts'
import { TaskQueue } from '../task-queue.ts'

/** Seconds of a lease. */
export const LEASE = 1

/** Makes an engine that carries out nothing itself. `home`: DESKHAND_HOME. */
export const runsIn = (home: string, more: Partial<Runs> = {}): Runs => ({
  home,
  config: { ...configSchema.parse({}), queue: { name: 'deskhand', lease: LEASE, max_size: 1 } },
  keys: { get: () => Promise.resolve(null) },
  logger: silentLogger,
  run: () => Promise.reject(new Error('nothing is run here')),
  closeRun: () => Promise.resolve(),
  hasDesktop: () => Promise.resolve(false),
  desktopKind: () => 'virtual',
  windows: () => Promise.resolve([]),
  ...more,
})

/** Returns the folder of a task's files, on the machine that carries it out. */
export const filesFolder = ({ plan }: TaskInHand): string => join(plan, '../../files')

/** Plays a run that does only `work`; the files are written into its folder. */
export const played =
  (
    home: string,
    work: (task: TaskInHand, run: RunControl) => unknown,
    runFiles: readonly string[] = ['events.jsonl'],
  ): CarryOut =>
  async (task, run) => {
    const folder = await RunFolder.create(home, 'there')
    task.begun(folder.name)
    for (const name of runFiles) await folder.saveFile(name, '')
    await work(task, run)
    return { ...begunRecord(folder.name), state: 'done', complete: 'yes', steps: 1, finished_at: Date.now() }
  }

/** Asks for permission before an act that lasts. */
export const beforeAct = (task: TaskInHand): Promise<void> =>
  task.beforeAct({ tool_name: 'click_input', parameters: {}, tool_type: 'action' })

/** Acts again and again, until it is stopped: each act adds one `+` to the file. */
export const addsTo = (file: string, most: number) => async (task: TaskInHand, run: RunControl) => {
  for (let acts = 0; acts < most; acts++) {
    await run.checkpoint()
    await beforeAct(task)
    await appendFile(file, '+')
    await run.sleep(20)
  }
}

interface TaskWorkerOptions {
  url: string
  home: string
  carryOut: CarryOut
  name?: string
  pool?: string
  shared?: string | null
  onNews?: (news: WorkerNews) => void
}

export interface TaskWorker extends AsyncDisposable {
  queue: TaskQueue
  news: WorkerNews[]
}

export async function taskWorker(options: TaskWorkerOptions): Promise<TaskWorker> {
  const { url, home, carryOut, name = 'w', pool = 'deskhand', shared = null, onNews } = options
  const run = new RunControl()
  const client = await connectToQueue(queueAddress(url, null), run)
  const queue = new TaskQueue(client, pool)
  const news: WorkerNews[] = []
  const source = new QueueSource({
    runs: runsIn(home),
    open: { queue, shared: shared === null ? null : await SharedFolder.open(shared) },
    worker: name,
    parallel: 1,
    display: 'virtual',
    onNews: (one) => {
      news.push(one)
      onNews?.(one)
    },
  })
  const working = source.handOut(carryOut, run)
  let disposed = false
  return {
    queue,
    news,
    async [Symbol.asyncDispose]() {
      if (disposed) return
      disposed = true
      run.stop()
      await working
      client.disconnect()
      await queue[Symbol.asyncDispose]()
    },
  }
}
