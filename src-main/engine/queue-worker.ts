// A worker's part of a batch on a queue: each task is an ordinary run of this machine, its files and its folder go back.
import { hostname } from 'node:os'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../src-preload/contract/config.ts'
import { messageOf, UserError } from '../core/errors.ts'
import { absentInteractor } from '../core/interactor.ts'
import type { RunControl } from '../core/run-control.ts'
import { filesOf, pack, unpack, writeFiles, type Files } from '../queue/bundle.ts'
import type { CarriedOut, WorkersTask } from '../queue/task.ts'
import { workOnQueue, type WorkerNews } from '../queue/worker.ts'
import { readRun } from '../recorder/runs.ts'
import { RunFolder } from '../recorder/run-folder.ts'
import { onlyOpens } from './batch-takeup.ts'
import { recordOf } from './batch-verdict.ts'
import { openQueue, type OpenQueue, type QueueChoice, type QueueEngine } from './queue-place.ts'

export interface WorkRequest extends QueueChoice {
  /** The worker’s name; this machine’s without it. */
  worker?: string | null
  parallel?: number
  display?: Config['display']['kind'] | null
  onNews: (news: WorkerNews) => void
}

/** Takes tasks until `run` is stopped. Throws UserError when it can’t begin. */
export async function workOn(engine: QueueEngine, wanted: WorkRequest, run: RunControl): Promise<void> {
  const { parallel = 1, display = null, worker, onNews } = wanted
  if (parallel > 1 && display === 'host')
    throw new UserError('Several tasks at once need a desktop each: take --display virtual.')
  const place = parallel > 1 ? 'virtual' : engine.desktopKind(display)
  await using open = await openQueue(engine, wanted, run)
  // A machine without a desktop would take every task, and fail at each.
  await run.race(engine.windows())
  await workOnQueue(
    {
      queue: open.queue,
      worker: worker ?? `${hostname()}-${process.pid}`,
      parallel,
      lease: engine.config.queue.lease,
      files: open.shared ?? open.queue,
      carryOut: (task, control) => carryOut(engine, open, place, task, control),
      onNews,
      logger: engine.logger,
    },
    run,
  )
}

async function carryOut(
  engine: QueueEngine,
  { shared }: OpenQueue,
  display: 'host' | 'virtual',
  task: WorkersTask,
  run: RunControl,
): Promise<CarriedOut> {
  const { data } = task
  const limit = engine.config.queue.max_size
  const folder = join(engine.home, 'queue', task.id)
  const given: Files = task.bundle ? await unpack(task.bundle, limit) : new Map<string, Uint8Array>()
  const plan = await planOf(task, shared, folder, given)
  let begun: string | null = null
  await engine.run({
    request: null,
    task: data.name,
    mode: 'batch_normal',
    strategy: 'host-app',
    plan,
    display,
    ...(data.max_step === null ? {} : { maxStep: data.max_step }),
    under: run,
    interactor: absentInteractor,
    onEvent: () => {},
    onBegun: (name) => {
      begun = name
      task.begun(name)
    },
    // What has only opened something on a desktop that goes away with its worker can begin anew elsewhere.
    beforeAct: async ({ tool_name }) => {
      if (display === 'virtual' && onlyOpens(tool_name)) run.throwIfStopped()
      else await task.beforeAct()
    },
  })
  if (begun === null) throw new UserError('The run has no folder.')
  const left = await RunFolder.find(engine.home, begun)
  const record = recordOf(begun, await readRun(left))
  const changed =
    data.shared === null
      ? changedFiles(await filesOf(join(folder, 'files'), 'files'), given)
      : new Map<string, Uint8Array>()
  const back = await packBack(changed, await filesOf(left.path, 'run'), limit)
  if (back.fault !== null) {
    // They stay here, where a person can fetch them.
    const error = `${back.fault} They are in ${folder} of “${hostname()}”.`
    return { record: { ...record, state: 'interrupted', error }, bundle: back.bundle }
  }
  await rm(folder, { recursive: true, force: true })
  if (back.isWhole) return { record, bundle: back.bundle }
  const note = `The files of its run are too large to travel: the others are in ${left.path} of “${hostname()}”.`
  return { record: { ...record, note }, bundle: back.bundle }
}

/** Its plan on this machine. What was left of an earlier attempt goes. */
async function planOf(
  { data, bundle }: WorkersTask,
  shared: OpenQueue['shared'],
  folder: string,
  given: Files,
): Promise<string> {
  if (data.shared !== null) {
    if (!shared)
      throw new UserError('The files of this batch are in a shared folder: give this worker --shared DIR.')
    return shared.pathOf(data.shared)
  }
  if (!bundle) throw new UserError('The files of this task are not on the queue any more.')
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'files'), { recursive: true, mode: 0o700 })
  await writeFiles(given, 'tasks', join(folder, 'tasks'))
  await writeFiles(given, 'files', join(folder, 'files'))
  return join(folder, 'tasks', `${data.task}.json`)
}

const changedFiles = (now: Files, before: Files): Files =>
  new Map(
    [...now].filter(([name, data]) => {
      const old = before.get(name)
      return old === undefined || Buffer.compare(old, data) !== 0
    }),
  )

/** Too large with the run’s folder: without it. `fault` where the files themselves are too large. */
async function packBack(
  files: Files,
  runs: Files,
  limit: number,
): Promise<{ bundle: Uint8Array; fault: string | null; isWhole: boolean }> {
  const whole = await pack(new Map([...files, ...runs]), limit, 'It').catch(() => null)
  if (whole) return { bundle: whole, fault: null, isWhole: true }
  const journal = new Map([...runs].filter(([name]) => name === 'run/events.jsonl'))
  for (const some of [new Map([...files, ...journal]), files]) {
    const bundle = await pack(some, limit, 'It').catch(() => null)
    if (bundle) return { bundle, fault: null, isWhole: false }
  }
  const fault = await pack(files, limit, 'What it has made').then(() => '', messageOf)
  return { bundle: await pack(new Map(), limit, ''), fault, isWhole: false }
}
