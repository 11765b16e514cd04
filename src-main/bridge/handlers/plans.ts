// Answers the calls that make plans of runs, and do them again.
import { join } from 'node:path'
import type { historyCalls } from '../../../src-preload/contract/calls/history.ts'
import type { KeptRuns } from '../../engine/kept-runs.ts'
import { isThere, plansFolder } from '../../replay/plan-file.ts'
import { recordRun } from '../../replay/record.ts'
import type { Handlers } from '../handler.ts'

/** The plan that is named as its run. */
const planOf = (home: string, run: string): string => join(plansFolder(home), `${run}.json`)

interface PlanHandlersOptions {
  home: string
  runs: Pick<KeptRuns, 'find'>
  /** Begins the run of a recorded plan. */
  follow: (plan: string) => Promise<string>
}

export function planHandlers({
  home,
  runs,
  follow,
}: PlanHandlersOptions): Handlers<Extract<keyof typeof historyCalls, 'record_plan' | 'follow_plan'>> {
  return {
    record_plan: async ({ run }) => {
      const folder = await runs.find(run)
      const path = planOf(home, folder.name)
      const { recorded } = await recordRun(folder, path, true)
      return { path, acts: recorded.acts.length, notes: recorded.notes }
    },
    follow_plan: async ({ run }) => {
      const folder = await runs.find(run)
      const path = planOf(home, folder.name)
      if (!(await isThere(path))) await recordRun(folder, path, false)
      return { run: await follow(path) }
    },
  }
}
