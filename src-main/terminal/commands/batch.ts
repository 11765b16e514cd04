// Carries out `deskhand batch`: the tasks of a folder, with what came of each.
import { resolve } from 'node:path'
import type { BatchNews, BatchReport } from '../../../src-preload/contract/calls/batch.ts'
import { drop } from '../../core/control-flow.ts'
import { BatchProgress, batchHint, batchTable, batchTotals } from '../output/batch-progress.ts'
import { Screen } from '../output/screen.ts'
import { inkFor } from '../output/text.ts'
import { Brake } from '../brake.ts'
import { EXIT } from '../exit-code.ts'
import { stopFault, userFault } from '../fault.ts'
import type { RunCommandOptions } from '../options.ts'
import type { Shell } from '../shell.ts'
import { watchWork } from '../watch-work.ts'
import { clientOptions } from '../with-bridge.ts'
import { choiceOf, type QueueOptions } from './queue-options.ts'

export type BatchOptions = Omit<RunCommandOptions, 'strategy' | 'keepOpen' | 'resumable'> & {
  parallel?: number
  retry?: 'failed' | 'all'
  follow?: boolean
} & Partial<QueueOptions>

type LastNews = Extract<BatchNews, { type: 'batch_finished' | 'batch_failed' }>
const isLast = (news: BatchNews): news is LastNews =>
  news.type === 'batch_finished' || news.type === 'batch_failed'

/** Asks nobody, because several run at once, and nobody watches a batch. Throws BridgeError when it can’t begin. */
export async function batchCommand(shell: Shell, folder: string, options: BatchOptions): Promise<number> {
  const { json = false, parallel = 1, display = null, model = {}, yesTo = [] } = options
  const queue = choiceOf(options)
  if (queue && (options.parallel ?? options.display ?? options.model ?? options.yesTo) !== undefined)
    throw userFault(
      'Workers have their own desktops, models and rules: give --parallel, --display, --model and --yes-to to them.',
    )
  const screen = new Screen(shell.stdout)
  using brake = new Brake(shell, screen)
  const speech = await shell.speech()
  using progress = new BatchProgress(screen, inkFor(shell.stdout, shell.env), speech)
  const tell = (news: BatchNews) => {
    if (news.type === 'batch_failed') return
    if (json) shell.stdout.write(`${JSON.stringify(news)}\n`)
    else progress.show(news)
  }
  await using bridge = await shell.openBridge(clientOptions(shell, screen))
  brake.attach(() => bridge.hangUp())
  const { batch } = await bridge.call('start_batch', {
    plans: [resolve(folder)],
    task: options.task ?? null,
    retry: options.retry ?? null,
    max_step: options.maxStep ?? null,
    parallel,
    display,
    models: model,
    yes_to: yesTo,
    follow: options.follow ?? false,
    queue,
  })
  const stop = () => drop(bridge.call('control_batch', { batch, wish: 'stop' }))
  brake.attach(stop)
  if (brake.pulled) stop()
  const end = await watchWork(
    bridge,
    () => bridge.call('watch_batch', { batch }),
    (push) => (push.push === 'batch' && push.batch === batch ? push.news : null),
    isLast,
    tell,
  )
  screen.live('')
  if (end.type === 'batch_failed') throw brake.pulled ? stopFault() : userFault(end.message)
  if (!json) {
    const hint = batchHint(end)
    const totals = [batchTotals(end, speech), ...(hint === null ? [] : [speech.sentence(hint)])]
    for (const line of ['', ...batchTable(end, shell.stdout.columns, speech), '', ...totals])
      screen.print(line)
  }
  return exitCode(end)
}

function exitCode({ tasks, stopped }: BatchReport): number {
  if (stopped) return EXIT.stopped
  return tasks.every(({ record }) => record?.state === 'done') ? EXIT.completed : EXIT.failed
}
