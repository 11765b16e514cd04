// `deskhand runs` and `deskhand report`: what was done, from the run folders alone.
import { resolve } from 'node:path'
import { costWords, durationWords, localTime } from '../../src-preload/contract/words.ts'
import { deskhandHome } from '../config/home.ts'
import { writeReport } from '../recorder/report.ts'
import { findRun, listRuns } from '../recorder/runs.ts'
import type { Shell } from './shell.ts'
import { table } from './table.ts'
import { inkFor, plain, roomOf } from './text.ts'

export async function runsCommand(shell: Shell, options: { json?: boolean; limit?: number }): Promise<void> {
  const { runs, unreadable } = await listRuns(deskhandHome(shell.env))
  const shown = options.limit === undefined ? runs : runs.slice(0, options.limit)
  if (options.json) {
    for (const run of shown) shell.stdout.write(`${JSON.stringify(run)}\n`)
  } else if (shown.length === 0) {
    shell.stdout.write('Nothing has been run yet. Start with: deskhand run "open Mousepad"\n')
  } else {
    const columns = [
      { title: 'STATUS' },
      { title: 'RUN', width: 32 },
      { title: 'STARTED' },
      { title: 'TIME', align: 'right' as const },
      { title: 'STEPS', align: 'right' as const },
      { title: 'COST', align: 'right' as const },
      { title: 'REQUEST' },
    ]
    const rows = shown.map((run) => [
      run.status,
      plain(run.run),
      startWords(run.started_at),
      durationWords(run.ms),
      String(run.steps),
      run.cost === null ? '?' : costWords(run.cost),
      plain(run.request),
    ])
    const ink = inkFor(shell.stdout, shell.env)
    const [head = '', ...lines] = table(columns, rows, roomOf(shell.stdout))
    shell.stdout.write([ink.dim(head), ...lines, ''].join('\n'))
  }
  if (unreadable.length > 0) {
    shell.stderr.write(`No readable events in: ${unreadable.map(plain).join(', ')}\n`)
  }
}

/** Local time without seconds, as a list is read: `2026-11-21 10:42`. */
function startWords(time: number): string {
  const { day, hours, minutes } = localTime(new Date(time))
  return `${day} ${hours}:${minutes}`
}

export async function reportCommand(
  shell: Shell,
  name: string | undefined,
  options: { out?: string },
): Promise<void> {
  const folder = await findRun(deskhandHome(shell.env), name ?? null)
  const path = await writeReport(folder, options.out === undefined ? null : resolve(options.out))
  shell.stdout.write(`${path}\n`)
}
