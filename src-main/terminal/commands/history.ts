// Carries out `deskhand runs`, `search`, `usage`, `close`, `delete` and `report`: shows what was done.
import { resolve } from 'node:path'
import {
  costWords,
  count,
  durationWords,
  localTime,
  tokenWords,
} from '../../../src-preload/contract/words.ts'
import type { BridgeClient } from '../../bridge/client.ts'
import { exampleApplications } from '../../core/system.ts'
import { Screen } from '../output/screen.ts'
import type { Shell } from '../shell.ts'
import { printTable, tell } from '../output/table.ts'
import { plain } from '../output/plain.ts'
import { inkFor, roomOf } from '../output/text.ts'
import { withBridge } from '../with-bridge.ts'

/** Shows the progress of the first look at many runs below the output, because it takes a while. */
const withHistory = <T>(shell: Shell, work: (bridge: BridgeClient) => Promise<T>): Promise<T> =>
  withBridge(shell, async (bridge) => {
    const screen = new Screen(shell.stderr)
    const { sentence } = await shell.speech()
    const unsubscribe = bridge.subscribe((push) => {
      if (push.push === 'history_read')
        screen.live(sentence(`Reading ${push.total} runs: ${push.done} are read.`))
    })
    try {
      return await work(bridge)
    } finally {
      unsubscribe()
      screen.live('')
    }
  })

/** How many runs a person is shown who has not said how many. */
const MAX_SHOWN = 100
/** Columns from which on a list has room for all that is known of a run. */
const MIN_ROOMY_COLUMNS = 110

export async function runsCommand(shell: Shell, options: { json?: boolean; limit?: number }): Promise<void> {
  const limit = options.limit ?? (options.json ? null : MAX_SHOWN)
  const { runs, unreadable } = await withHistory(shell, (bridge) =>
    bridge.call('list_runs', { limit: limit === null ? null : limit + 1 }),
  )
  const shown = limit === null ? runs : runs.slice(0, limit)
  if (options.json) {
    for (const run of shown) shell.stdout.write(`${JSON.stringify(run)}\n`)
  } else if (shown.length === 0) {
    await tell(
      shell,
      `Nothing has been run yet. Start with: deskhand run "open ${exampleApplications().editor}"`,
    )
  } else {
    const room = roomOf(shell.stdout)
    // The name that a run gets by itself is its start: where there is little room, the request needs it more.
    const isTold =
      room < MIN_ROOMY_COLUMNS && shown.every(({ run, started_at: start }) => run.startsWith(dayWords(start)))
    const columns = [
      { title: 'STATUS' },
      { title: 'RUN', width: 32 },
      ...(isTold ? [] : [{ title: 'STARTED' }]),
      { title: 'TIME', align: 'right' as const },
      { title: 'STEPS', align: 'right' as const },
      { title: 'COST', align: 'right' as const },
      { title: 'REQUEST' },
    ]
    const { word } = await shell.speech()
    const rows = shown.map((run) => [
      word(run.status),
      plain(run.run),
      ...(isTold ? [] : [startWords(run.started_at)]),
      durationWords(run.ms),
      String(run.steps),
      run.cost === null ? '?' : costWords(run.cost),
      plain(run.request),
    ])
    await printTable(shell, columns, rows)
    if (options.limit === undefined && runs.length > shown.length)
      await tell(
        shell,
        `These are the newest ${MAX_SHOWN}. There are more: deskhand runs --limit 1000`,
        shell.stderr,
      )
  }
  if (unreadable.length > 0) {
    await tell(shell, `No readable events in: ${unreadable.map(plain).join(', ')}`, shell.stderr)
  }
}

const dayWords = (time: number): string => localTime(new Date(time)).day

/** Writes local time without seconds, for lists: `2026-11-21 10:42`. */
function startWords(time: number): string {
  const { day, hours, minutes } = localTime(new Date(time))
  return `${day} ${hours}:${minutes}`
}

export const reportCommand = (
  shell: Shell,
  name: string | undefined,
  { out, trace = false }: { out?: string; trace?: boolean },
): Promise<void> =>
  withBridge(shell, async (bridge) => {
    const wanted = { run: name ?? null, path: out === undefined ? null : resolve(out) }
    const { path } = await bridge.call('write_report', { ...wanted, format: trace ? 'trace' : 'html' })
    shell.stdout.write(`${path}\n`)
  })

export const deleteCommand = (shell: Shell, run: string): Promise<void> =>
  withBridge(shell, async (bridge) => {
    await bridge.call('delete_run', { run })
    await tell(shell, `Deleted: ${run}`)
  })

export const closeCommand = (shell: Shell, run: string): Promise<void> =>
  withBridge(shell, async (bridge) => {
    await bridge.call('close_run', { run })
    await tell(shell, `Closed: ${run}`)
  })

export async function searchCommand(
  shell: Shell,
  words: string[],
  options: { json?: boolean; limit?: number },
): Promise<void> {
  const wanted = { text: words.join(' '), limit: options.limit ?? 20 }
  const { hits } = await withHistory(shell, (bridge) => bridge.call('search_runs', wanted))
  if (options.json) {
    for (const hit of hits) shell.stdout.write(`${JSON.stringify(hit)}\n`)
    return
  }
  if (hits.length === 0) await tell(shell, 'No run holds all of these words.')
  const { word } = await shell.speech()
  const ink = inkFor(shell.stdout, shell.env)
  let run = ''
  for (const { run: name, where, step, text, start, length } of hits) {
    if (name !== run) shell.stdout.write(`${ink.strong(plain(name))}\n`)
    run = name
    const place = step === null ? word(where) : `${word(where)}, ${word('step')} ${step + 1}`
    const [before, found, after] = [
      text.slice(0, start),
      text.slice(start, start + length),
      text.slice(start + length),
    ]
    const line = `${spaced(before)}${ink.agent(spaced(found))}${spaced(after)}`
    shell.stdout.write(`  ${ink.dim(place)}  ${line.trim()}\n`)
  }
}

/** Makes a part of a line harmless, and keeps the spaces at its ends. */
const spaced = (text: string): string =>
  `${/^\s/.test(text) ? ' ' : ''}${plain(text)}${/\S\s+$/.test(text) ? ' ' : ''}`

export async function usageCommand(shell: Shell, options: { json?: boolean; days?: number }): Promise<void> {
  const days = options.days ?? 30
  const usage = await withBridge(shell, (bridge) => bridge.call('read_usage', { days }))
  if (options.json) {
    shell.stdout.write(`${JSON.stringify(usage)}\n`)
    return
  }
  if (usage.days.length === 0) {
    await tell(shell, `No runs in the last ${count(days, 'day')}.`)
    return
  }
  const { word } = await shell.speech()
  const right = 'right' as const
  const dayColumns = [
    { title: 'DAY' },
    { title: 'COMPLETED', align: right },
    { title: 'UNSURE', align: right },
    { title: 'FAILED', align: right },
    { title: 'STOPPED', align: right },
    { title: 'STEPS', align: right },
    { title: 'TIME', align: right },
  ]
  const dayRows = usage.days.map(({ day, completed, unsure, failed, stopped, steps, ms }) => [
    day,
    ...[completed, unsure, failed, stopped, steps].map(String),
    durationWords(ms),
  ])
  const modelColumns = [
    { title: 'DAY' },
    { title: 'MODEL', width: 32 },
    { title: 'APPLICATION', width: 24 },
    { title: 'CALLS', align: right },
    { title: 'TOKENS IN', align: right },
    { title: 'OUT', align: right },
    { title: 'COST', align: right },
  ]
  const modelRows = usage.models.map((row) => [
    row.day,
    plain(row.model),
    plain(row.application) || word('the desktop'),
    String(row.calls),
    tokenWords(row.input_tokens),
    tokenWords(row.output_tokens),
    row.cost === null ? word('unknown') : costWords(row.cost),
  ])
  await printTable(shell, dayColumns, dayRows)
  if (modelRows.length === 0) return
  shell.stdout.write('\n')
  await printTable(shell, modelColumns, modelRows)
}
