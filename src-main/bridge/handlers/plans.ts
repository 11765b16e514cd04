// Answers the calls that make plans of runs, and that replay them.
import type { planCalls } from '../../../src-preload/contract/calls/plans.ts'
import type { KeptRuns } from '../../engine/kept-runs.ts'
import { findPlan, planPath } from '../../replay/plan-file.ts'
import { PlanLibrary } from '../../replay/plan-library.ts'
import { planOfRun, recordRun } from '../../replay/record.ts'
import { openingsOf } from '../../session/openings.ts'
import { isFolder, planName } from '../../session/plan-file.ts'
import { chosenStrategy } from '../../session/session-factory.ts'
import type { Handlers } from '../handler.ts'

type PlanCall = keyof typeof planCalls | 'check_run' | 'record_plan' | 'find_plans' | 'follow_plan'

interface PlanHandlersOptions {
  home: string
  runs: Pick<KeptRuns, 'find' | 'list'>
  /** Called when the library has changed, so that windows list it again. */
  changed: () => void
  /** Starts the run of a recorded plan. */
  follow: (plan: string) => Promise<string>
}

export function planHandlers({ home, runs, changed, follow }: PlanHandlersOptions): Handlers<PlanCall> {
  const library = new PlanLibrary(home)
  return {
    list_plans: async () => ({ plans: await library.list(await runs.list()) }),
    read_plan: ({ name }) => library.read(name),
    save_plan: async (wanted) => {
      const plan = await library.save(wanted)
      changed()
      return plan
    },
    delete_plan: async ({ name }) => {
      await library.remove(name)
      changed()
      return {}
    },
    export_plan: ({ name }) => library.exported(name),
    import_plan: async (wanted) => {
      const plan = await library.take(wanted)
      changed()
      return plan
    },
    record_plan: async ({ run, name, replace }) => {
      const folder = await runs.find(run)
      const named = name === null ? null : planPath(home, name)
      const {
        plan: { recorded },
        path,
      } = await recordRun(folder, { home, path: named, replace })
      changed()
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
        // A run may have this name: a plan in a folder has the folder's name before its own, and a run's name has no slash.
        plans: openings.map((opening) => ({
          task: opening.task.replaceAll('/', '_'),
          path: opening.plan ?? plan,
        })),
      }
    },
    follow_plan: async ({ run }) => {
      const folder = await runs.find(run)
      const known = await planOfRun(home, folder.name)
      const path = known ?? (await recordRun(folder, { home, path: null, replace: false })).path
      return { run: await follow(path) }
    },
  }
}
