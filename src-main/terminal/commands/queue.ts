// Carries out `deskhand worker`, by which this machine takes tasks from a queue, and `deskhand queue`, which shows what is on it.
import { durationWords } from '../../../src-preload/contract/words.ts'
import { drop, missingCaseError } from '../../core/control-flow.ts'
import type { QueueView, WorkerNews } from '../../../src-preload/contract/calls/batch.ts'
import { Brake } from '../brake.ts'
import { EXIT } from '../exit-code.ts'
import { userFault } from '../fault.ts'
import type { RunCommandOptions } from '../options.ts'
import { namedQueue, type QueueOptions } from './queue-options.ts'
import type { Shell, Speech } from '../shell.ts'
import { watchWork } from '../watch-work.ts'
import { clientOptions, withBridge } from '../with-bridge.ts'
import { printTable } from '../output/table.ts'
import { plain } from '../output/plain.ts'

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
  const speech = await shell.speech()
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
      shell.stdout.write(`${options.json ? JSON.stringify(news) : newsWords(news, speech)}\n`)
    },
  )
  if (why !== null) throw userFault(why)
  return EXIT.stopped
}

function newsWords(news: Exclude<WorkerNews, LastNews>, { say, sentence, word }: Speech): string {
  const task = news.type === 'worker_ready' ? '' : plain(news.task)
  switch (news.type) {
    case 'worker_ready':
      return sentence(`“${plain(news.worker)}” waits for tasks. Ctrl+C ends it.`)
    case 'task_taken':
      return news.attempt > 1
        ? say('terminal.queue.taken_again', { task, attempt: String(news.attempt) })
        : say('terminal.queue.taken', { task })
    case 'task_handed_back':
      return `${task}: ${word(news.record.state)}  ${sentence(plain(news.record.error ?? ''))}`.trimEnd()
    case 'task_let_go':
      return say('terminal.queue.let_go', { task, why: sentence(plain(news.why)) })
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
  if (options.json) return void shell.stdout.write(`${JSON.stringify(view)}\n`)
  const speech = await shell.speech()
  shell.stdout.write(`${headOf(view, speech)}\n`)
  if (view.tasks.length === 0) return
  shell.stdout.write('\n')
  await printTable(shell, COLUMNS, rowsOf(view, speech))
}

function headOf({ address, name, paused, workers, tasks }: QueueView, { say }: Speech): string {
  const counts = [
    say('terminal.queue.workers', { count: String(workers) }),
    say('terminal.batch.tasks', { count: String(tasks.length) }),
    ...(paused ? [say('terminal.queue.paused')] : []),
  ]
  return say('terminal.queue.head', {
    name: plain(name),
    address,
    counts: counts.join(say('composer.comma')),
  })
}

const COLUMNS = ['TASK', 'STATE', 'WORKER', 'ACTED', 'TAKEN FOR', 'BATCH', 'RUN'].map((title) => ({
  title,
  width: 40,
}))

const rowsOf = ({ tasks }: QueueView, { word, sentence }: Speech): string[][] =>
  tasks.map(({ data, state, mark, why }) => [
    plain(data.task),
    word(state),
    plain(mark?.worker ?? ''),
    mark === null ? '' : word(mark.acted ? 'yes' : 'no'),
    mark === null ? '' : durationWords(Date.now() - mark.since),
    data.batch,
    plain(why === null ? (mark?.run ?? '') : sentence(why)),
  ])
