// Reads what a batch must carry out: the plans of a folder, or plan files of one folder.
import { basename, dirname, resolve } from 'node:path'
import { UserError } from '../core/errors.ts'
import { batchRoot, openingsOf, tasksFolder } from '../session/openings.ts'
import { isFolder, planName } from '../session/plan-file.ts'

/** A task of a batch. */
export interface PlannedTask {
  /** Name of its plan. */
  task: string
  /** Name of its run. */
  name: string
  /** Absolute path of its plan. */
  plan: string
}

export interface PlannedBatch {
  /** The folder that keeps the progress of the batch. */
  root: string
  /** The tasks, in the order of their names. */
  tasks: PlannedTask[]
}

/** Throws UserError where there is nothing to carry out, and for plans of several folders. */
export async function plannedBatch(plans: readonly string[], task: string | null): Promise<PlannedBatch> {
  const paths = [...new Set(plans.map((plan) => resolve(plan)))]
  const [first = ''] = paths
  if (paths.length === 1 && (await isFolder(first))) {
    const root = batchRoot(await tasksFolder(first))
    return { root, tasks: await tasksOf(first, task ?? planName(basename(first) === 'tasks' ? root : first)) }
  }
  const folder = dirname(first)
  for (const path of paths) {
    if (dirname(path) !== folder || (await isFolder(path)))
      throw new UserError('Give one folder, or plan files of one folder: that keeps how far the batch is.')
  }
  const root = batchRoot(folder)
  const nameOf = (plan: string): string => {
    if (paths.length === 1) return task ?? planName(plan)
    return `${task ?? basename(root)}/${planName(plan)}`
  }
  const found = await Promise.all(paths.map((plan) => tasksOf(plan, nameOf(plan))))
  return { root, tasks: found.flat() }
}

const tasksOf = async (plan: string, task: string): Promise<PlannedTask[]> =>
  (await openingsOf({ task, mode: 'batch_normal', plan })).map((opening) => {
    const path = opening.plan ?? plan
    return { task: planName(path), name: opening.task, plan: path }
  })
