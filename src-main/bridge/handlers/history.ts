// Answers the calls that read, search, export and delete runs of the past.
import type { historyCalls } from '../../../src-preload/contract/calls/history.ts'
import type { CallOutput } from '../../../src-preload/contract/calls.ts'
import { UserError } from '../../core/errors.ts'
import type { KeptRuns } from '../../engine/kept-runs.ts'
import { markdownOf } from '../../recorder/markdown.ts'
import { reportOf, writeReport } from '../../recorder/report.ts'
import { traceOf } from '../../recorder/trace.ts'
import type { ReadingRuns } from '../../recorder/history/run-history.ts'
import type { RunFolder } from '../../recorder/run-folder.ts'
import { treeOfStep } from '../../replay/run-tree.ts'
import type { Caller, Handlers } from '../handler.ts'

type HistoryCall = Exclude<
  keyof typeof historyCalls,
  'list_labels' | 'label_run' | 'record_plan' | 'find_plans' | 'follow_plan'
>

interface HistoryHandlersOptions {
  runs: Pick<KeptRuns, 'history' | 'find' | 'delete'>
  /** Whether a caller may choose where a file is written; a window never may, because it gets downloads. */
  writesFiles: boolean
  /** Tells every window that a run is gone. */
  deleted: (run: string) => void
}

export const historyHandlers = ({
  runs,
  writesFiles,
  deleted,
}: HistoryHandlersOptions): Handlers<HistoryCall> => ({
  list_runs: ({ limit }, caller) => runs.history.list(tellingReads(caller), limit),
  search_runs: async ({ text, limit }, caller) => ({
    hits: await runs.history.search(text, limit, tellingReads(caller)),
  }),
  delete_run: async ({ run }) => {
    await runs.delete(run)
    deleted(run)
    return {}
  },
  export_run: async ({ run, format }) => {
    const folder = await runs.find(run)
    const { ending, type, make } = EXPORTS[format]
    return { name: `${run}.${ending}`, type, content: await make(folder) }
  },
  write_report: async ({ run, path, format }) => {
    if (path !== null && !writesFiles) throw new UserError('A window gets the report as a download.')
    return { path: await writeReport(await runs.find(run), path, format) }
  },
  step_controls: async ({ run, step }) => ({ controls: await controlsOf(await runs.find(run), step) }),
  read_usage: ({ days }) => runs.history.usage(days),
})

const EXPORTS = {
  html: { ending: 'html', type: 'text/html', make: reportOf },
  markdown: { ending: 'md', type: 'text/markdown', make: markdownOf },
  trace: { ending: 'trace.json', type: 'application/json', make: traceOf },
} as const

const tellingReads =
  (caller: Caller): ReadingRuns =>
  (done, total) =>
    caller.push({ push: 'history_read', done, total })

type SeenControl = CallOutput<'step_controls'>['controls'][number]

/** Returns the controls of the tree that was saved with a step, without the window; none where the tree is missing or can't be read. */
async function controlsOf(folder: RunFolder, step: number): Promise<SeenControl[]> {
  const placed = (await treeOfStep(folder, step).catch(() => null)) ?? []
  return placed.map(({ id, role, name, bounds }) => ({ id, role, name, bounds }))
}
