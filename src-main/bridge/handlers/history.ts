// Answers the calls that read, search, export and delete what was run.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { historyCalls } from '../../../src-preload/contract/calls/history.ts'
import type { CallOutput } from '../../../src-preload/contract/calls.ts'
import type { Engine } from '../../engine.ts'
import { plansFolder } from '../../plans/plan-file.ts'
import { recordRun } from '../../plans/record.ts'
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
      const there = await stat(path).then(() => true, () => false) // prettier-ignore
      if (!there) await recordRun(folder, path, false)
      return { run: await follow(path) }
    },
    read_usage: ({ days }) => engine.history.usage(days),
  }
}

/** The plan that is named as its run. */
const planOf = (home: string, run: string): string => join(plansFolder(home), `${run}.json`)

type SeenControl = CallOutput<'step_controls'>['controls'][number]

const nodeSchema = z.object({
  id: z.string(),
  control_type: z.string(),
  name: z.string(),
  bounding_box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  get children() {
    return z.array(nodeSchema)
  },
})
type Node = z.infer<typeof nodeSchema>
const treeSchema = z.object({ root: nodeSchema })

/** The controls of the tree that was saved with a step, without the window itself; none where none was saved. */
async function controlsOf(folder: RunFolder, step: number): Promise<SeenControl[]> {
  try {
    const text = await readFile(folder.resolve(`ui_trees/ui_tree_step${step}.json`), 'utf8')
    return treeSchema.parse(JSON.parse(text)).root.children.flatMap(flattened)
  } catch {
    return []
  }
}

const flattened = ({ id, control_type, name, bounding_box, children }: Node): SeenControl[] => {
  const [x, y, width, height] = bounding_box
  return [{ id, role: control_type, name, bounds: { x, y, width, height } }, ...children.flatMap(flattened)]
}
