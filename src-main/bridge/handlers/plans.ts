// Answers the calls that make plans of runs, and do them again.
import { join } from 'node:path'
import type { KeptRuns } from '../../engine/kept-runs.ts'
import { findPlan, isThere, planPath, plansFolder } from '../../replay/plan-file.ts'
import { recordRun } from '../../replay/record.ts'
import { openingsOf } from '../../session/openings.ts'
import { isFolder, planName } from '../../session/plan-file.ts'
import { chosenStrategy } from '../../session/session-factory.ts'
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
}: PlanHandlersOptions): Handlers<'check_run' | 'record_plan' | 'find_plans' | 'follow_plan'> {
  return {
    record_plan: async ({ run, name, replace }) => {
      const folder = await runs.find(run)
      const path = name === null ? planOf(home, folder.name) : planPath(home, name)
      const { recorded } = await recordRun(folder, path, replace)
      const { values, acts, notes } = recorded
      const secrets = Object.keys(values).filter((value) => values[value] === null)
      const texts = Object.keys(values).filter((value) => values[value] !== null)
      return { run: folder.name, path, acts: acts.length, texts, secrets, notes }
    },
    check_run: ({ strategy, mode, platform_override: platformOverride }) => {
      chosenStrategy({ strategy, mode, platformOverride })
      return {}
    },
    find_plans: async ({ plan: name, task }) => {
      const plan = await findPlan(home, name)
      const openings = await openingsOf({ task: task ?? planName(plan), mode: 'follower', plan })
      return {
        folder: await isFolder(plan),
        // The name that its run can be given: one of a folder has the folder's before it.
        plans: openings.map((opening) => ({
          task: opening.task.replaceAll('/', '_'),
          path: opening.plan ?? plan,
        })),
      }
    },
    follow_plan: async ({ run }) => {
      const folder = await runs.find(run)
      const path = planOf(home, folder.name)
      if (!(await isThere(path))) await recordRun(folder, path, false)
      return { run: await follow(path) }
    },
  }
}
