// Carries out `deskhand worker`, by which this machine takes tasks from a queue, and `deskhand queue`, which shows what is on it.
import { count, durationWords } from '../../../src-preload/contract/words.ts'
import { drop, missingCaseError } from '../../core/control-flow.ts'
import type { QueueView, WorkerNews } from '../../../src-preload/contract/calls/batch.ts'
import { Brake } from '../brake.ts'
import { EXIT } from '../exit-code.ts'
import { userFault } from '../fault.ts'
import type { RunCommandOptions } from '../options.ts'
import { namedQueue, type QueueOptions } from './queue-options.ts'
import type { Shell } from '../shell.ts'
import { watchWork } from '../watch-work.ts'
import { clientOptions, withBridge } from '../with-bridge.ts'
import { table } from '../output/table.ts'
import { plain } from '../output/plain.ts'
import { roomOf } from '../output/text.ts'

type LastNews = Extract<WorkerNews, { type: 'worker_ended' }>

export interface WorkerOptions
  extends Partial<QueueOptions>, Pick<RunCommandOptions, 'display' | 'model' | 'yesTo' | 'json'> {
  id?: string
  parallel?: number
}

export async function workerCommand(shell: Shell, options: WorkerOptions): Promise<number> {
  const queue = namedQueue(options)
  const { id = null, parallel = 1, display = null, model = {}, yesTo = [] } = options
  using brake = new Brake(shell, { live: () => {} })
  await using bridge = await shell.openBridge(clientOptions(shell))
  brake.attach(() => bridge.hangUp())
  const wanted = { queue, name: id, parallel, display, models: model, yes_to: yesTo }
  const { worker } = await bridge.call('start_worker', wanted)
  const stop = () => drop(bridge.call('stop_worker', { worker }))
  brake.attach(stop)
  if (brake.pulled) stop()
  const { why } = await watchWork(
    bridge,
    () => bridge.call('watch_worker', { worker }),
    (push) => (push.push === 'worker' && push.worker === worker ? push.news : null),
    (news): news is LastNews => news.type === 'worker_ended',
    (news) => {
      if (news.type === 'worker_ended') return
      shell.stdout.write(`${options.json ? JSON.stringify(news) : newsWords(news)}\n`)
    },
  )
  if (why !== null) throw userFault(why)
  return EXIT.stopped
}

function newsWords(news: Exclude<WorkerNews, LastNews>): string {
  switch (news.type) {
    case 'worker_ready':
      return `“${plain(news.worker)}” waits for tasks. Ctrl+C ends it.`
    case 'task_taken':
      return `${plain(news.task)}: taken${news.attempt > 1 ? ` (attempt ${news.attempt})` : ''}`
    case 'task_handed_back':
      return `${plain(news.task)}: ${news.record.state}${news.record.error === null ? '' : `  ${plain(news.record.error)}`}`
    case 'task_let_go':
      return `${plain(news.task)}: let go  ${plain(news.why)}`
    default:
      return missingCaseError(news)
  }
}

export async function queueCommand(
  shell: Shell,
  options: Partial<QueueOptions> & { json?: boolean },
): Promise<void> {
  const choice = namedQueue(options)
  const view = await withBridge(shell, (bridge) => bridge.call('view_queue', { queue: choice }))
  if (options.json) shell.stdout.write(`${JSON.stringify(view)}\n`)
  else for (const line of queueLines(view, shell.stdout.columns)) shell.stdout.write(`${line}\n`)
}

function queueLines(
  { address, name, paused, workers, tasks }: QueueView,
  columns: number | undefined,
): string[] {
  const head = `The queue “${plain(name)}” at ${address}: ${count(workers, 'worker')}, ${count(tasks.length, 'task')}${paused ? ', paused' : ''}.`
  if (tasks.length === 0) return [head]
  const rows = tasks.map(({ data, state, mark, why }) => [
    plain(data.task),
    state,
    plain(mark?.worker ?? ''),
    mark === null ? '' : mark.acted ? 'yes' : 'no',
    mark === null ? '' : durationWords(Date.now() - mark.since),
    data.batch,
    plain(why ?? mark?.run ?? ''),
  ])
  const heads = ['TASK', 'STATE', 'WORKER', 'ACTED', 'TAKEN FOR', 'BATCH', 'RUN'].map((title) => ({
    title,
    width: 40,
  }))
  return [head, '', ...table(heads, rows, roomOf(columns === undefined ? {} : { columns }))]
}
