// `deskhand batch`: the tasks of a folder, with what came of each.
import { resolve } from 'node:path'
import { StoppedError, UserError } from '../../core/errors.ts'
import { absentInteractor } from '../../core/interactor.ts'
import { BatchProgress, batchHint, batchTable, batchTotals } from '../output/batch-progress.ts'
import { Brake } from '../brake.ts'
import { engineOptions } from '../engine-options.ts'
import type { BatchNews, BatchReport } from '../engine-port.ts'
import { EXIT } from '../exit-code.ts'
import type { RunCommandOptions } from '../options.ts'
import { choiceOf, type QueueOptions } from './queue-options.ts'
import { Screen } from '../output/screen.ts'
import type { Shell } from '../shell.ts'
import { inkFor } from '../output/text.ts'

export type BatchOptions = Omit<RunCommandOptions, 'strategy' | 'keepOpen' | 'resumable'> & {
  parallel?: number
  retry?: 'failed' | 'all'
} & Partial<QueueOptions>

/** Nobody is asked: several run at once, and a batch is left alone. Throws UserError when it can’t begin. */
export async function batchCommand(shell: Shell, folder: string, options: BatchOptions): Promise<number> {
  const json = options.json === true
  const choice = choiceOf(options)
  const { parallel = 1, display = null } = options
  if (choice && (options.parallel ?? options.display ?? options.model ?? options.yesTo) !== undefined)
    throw new UserError(
      'Workers have their own desktops, models and rules: give --parallel, --display, --model and --yes-to to them.',
    )
  const screen = new Screen(shell.stdout)
  using brake = new Brake(shell, screen)
  using progress = new BatchProgress(screen, inkFor(shell.stdout, shell.env))
  const onNews = (news: BatchNews) => {
    if (json) shell.stdout.write(`${JSON.stringify(news)}\n`)
    else progress.show(news)
  }
  await using engine = await shell.createEngine(engineOptions(shell, options, screen))
  if (brake.pulled) throw new StoppedError('stopped', 'Stopped by the user.')
  brake.attach(() => engine.stop('Stopped by the user.'))
  const wanted = {
    folder: resolve(folder),
    task: options.task ?? null,
    retry: options.retry ?? null,
    ...(options.maxStep === undefined ? {} : { maxStep: options.maxStep }),
    onNews,
  }
  const report = choice
    ? await engine.queuedBatch({ ...wanted, ...choice })
    : await engine.batch({ ...wanted, parallel, display, interactor: absentInteractor })
  screen.live('')
  if (json) shell.stdout.write(`${JSON.stringify({ type: 'batch_finished', ...report })}\n`)
  else {
    const totals = [batchTotals(report), batchHint(report) ?? []].flat()
    for (const line of ['', ...batchTable(report, shell.stdout.columns), '', ...totals]) screen.print(line)
  }
  return exitCode(report)
}

function exitCode({ tasks, stopped }: BatchReport): number {
  if (stopped) return EXIT.stopped
  return tasks.every(({ record }) => record?.state === 'done') ? EXIT.completed : EXIT.failed
}
