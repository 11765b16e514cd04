// Says which sessions a task, a mode and a plan make. Each becomes a run with its own folder, desktop and dispatcher, so it is
// opened before it is created (the seeds create them all on one desktop).
import { basename, dirname, join, resolve } from 'node:path'
import { UserError } from '../core/errors.ts'
import { isFolder, planFilesIn, planName } from './plan-file.ts'
import { followable, PlanReader } from './plan-reader.ts'
import { chosenStrategy, PLAN_MODES, type Strategy } from './session-factory.ts'

export interface OpenSessions {
  /** Name of the run; each plan of a folder gets `task/plan`. */
  task: string
  mode?: string
  /** A plan file, or a folder of them. */
  plan?: string | null
  request?: string | null
  strategy?: string | null
  platformOverride?: string | null
}

/** A session that can be created. */
export interface SessionOpening {
  /** Its number among those that were made together, from 0. */
  id: string
  task: string
  mode: string
  request: string | null
  /** Absolute path of its plan file. */
  plan: string | null
  /** Null means the usual strategy on its desktop. */
  strategy: Strategy | null
}

/** Lists the sessions in the order of the plans’ names. Throws UserError for missing files, and for options that do not go together. */
export async function openingsOf(wanted: OpenSessions): Promise<SessionOpening[]> {
  const { task, mode = 'normal', request = null, plan } = wanted
  const strategy = chosenStrategy({ ...wanted, mode })
  const common = { mode, request, strategy }
  if (!PLAN_MODES.includes(mode)) {
    if (plan)
      throw new UserError(`The mode “${mode}” carries out no plan. Use one of: ${PLAN_MODES.join(', ')}.`)
    return [{ ...common, id: '0', task, plan: null }]
  }
  if (!plan)
    throw new UserError(`The mode “${mode}” carries out a plan: give a plan file or a folder of them.`)
  if (!(await isFolder(plan))) {
    if (mode === 'follower') followable(await PlanReader.open(resolve(plan)))
    return [{ ...common, id: '0', task, plan: resolve(plan) }]
  }
  const files = await planFilesIn(await tasksFolder(plan))
  return files.map((path, index) => ({
    ...common,
    id: String(index),
    task: `${task}/${planName(path)}`,
    plan: path,
  }))
}

/** Returns `tasks/` of a folder that has one, else the folder itself. */
export async function tasksFolder(folder: string): Promise<string> {
  const tasks = join(resolve(folder), 'tasks')
  const there = await isFolder(tasks).catch(() => false)
  return there ? tasks : resolve(folder)
}

/** Returns the folder that holds `tasks/` and `files/`; a folder of plans with another name is its own root. */
export const batchRoot = (tasks: string): string =>
  basename(resolve(tasks)) === 'tasks' ? dirname(resolve(tasks)) : resolve(tasks)
