// Answers the calls that read, search, export and delete what was run.
import { join } from 'node:path'
import type { historyCalls } from '../../../src-preload/contract/calls/history.ts'
import type { CallOutput } from '../../../src-preload/contract/calls.ts'
import type { Engine } from '../../engine.ts'
import { isThere, plansFolder } from '../../replay/plan-file.ts'
import { recordRun } from '../../replay/record.ts'
import { treeOfStep } from '../../replay/run-tree.ts'
import { markdownOf } from '../../recorder/markdown.ts'
import { reportOf } from '../../recorder/report.ts'
import type { RunFolder } from '../../recorder/run-folder.ts'
import type { Handlers } from '../handler.ts'

interface HistoryHandlersOptions {
  engine: Pick<Engine, 'history' | 'findRun' | 'deleteRun' | 'home'>
  /** Begins the run of a recorded plan. */
  follow: (plan: string) => Promise<string>
  /** Tells every window that a run is gone. */
  deleted: (run: string) => void
}

export function historyHandlers({
  engine,
  follow,
  deleted,
}: HistoryHandlersOptions): Handlers<keyof typeof historyCalls> {
  return {
    list_runs: () => engine.history.list(),
    search_runs: async ({ text, limit }) => ({ hits: await engine.history.search(text, limit) }),
    delete_run: async ({ run }) => {
      await engine.deleteRun(run)
      deleted(run)
      return {}
    },
    export_run: async ({ run, format }) => {
      const folder = await engine.findRun(run)
      return format === 'html'
        ? { name: `${run}.html`, type: 'text/html', content: await reportOf(folder) }
        : { name: `${run}.md`, type: 'text/markdown', content: await markdownOf(folder) }
    },
    step_controls: async ({ run, step }) => ({
      controls: await controlsOf(await engine.findRun(run), step),
    }),
    record_plan: async ({ run }) => {
      const folder = await engine.findRun(run)
      const path = planOf(engine.home, folder.name)
      const { recorded } = await recordRun(folder, path, true)
      return { path, acts: recorded.acts.length, notes: recorded.notes }
    },
    follow_plan: async ({ run }) => {
      const folder = await engine.findRun(run)
      const path = planOf(engine.home, folder.name)
      if (!(await isThere(path))) await recordRun(folder, path, false)
      return { run: await follow(path) }
    },
    read_usage: ({ days }) => engine.history.usage(days),
  }
}

/** The plan that is named as its run. */
const planOf = (home: string, run: string): string => join(plansFolder(home), `${run}.json`)

type SeenControl = CallOutput<'step_controls'>['controls'][number]

/** The controls of the tree that was saved with a step, without the window itself; none where none was saved, or it can't be read. */
async function controlsOf(folder: RunFolder, step: number): Promise<SeenControl[]> {
  const placed = (await treeOfStep(folder, step).catch(() => null)) ?? []
  return placed.map(({ id, role, name, bounds }) => ({ id, role, name, bounds }))
}
