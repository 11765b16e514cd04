// Reads the tasks of an OpenComputer checkout: request, files, checks.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const checkSchema = z.object({
  command: z.string().optional(),
  judge: z.string().optional(),
  key: z.string().optional(),
  expected: z.unknown().optional(),
  eval: z.string().optional(),
  description: z.string().default(''),
})
const taskSchema = z.object({
  id: z.string(),
  app: z.string(),
  task: z.string(),
  env: z
    .object({ files: z.array(z.object({ filename: z.string(), sandbox_path: z.string() })).default([]) })
    .default({ files: [] }),
  verification: z.array(checkSchema),
})
export type Check = z.infer<typeof checkSchema>
export type Task = z.infer<typeof taskSchema> & { folder: string }

export interface Choice {
  apps: readonly string[]
  ids: readonly string[]
  /** First hexadecimal digits of the SHA-1 of an id: such tasks are not even opened. */
  keptBack: string
}

const foldersOf = (checkout: string): string => join(checkout, 'task_generator', 'tasks')

export const isKeptBack = (id: string, digits: string): boolean =>
  digits.includes(createHash('sha1').update(id).digest('hex').charAt(0))

/** In the order of their ids. */
export async function readTasks(checkout: string, { apps, ids, keptBack }: Choice): Promise<Task[]> {
  const tasks: Task[] = []
  for (const id of (await readdir(foldersOf(checkout))).sort()) {
    const folder = join(foldersOf(checkout), id)
    const wanted = ids.length === 0 || ids.includes(id)
    const digits = keptBack === '' ? false : isKeptBack(id, keptBack)
    if (!wanted || digits || !existsSync(join(folder, 'task.json'))) continue
    const task = taskSchema.parse(JSON.parse(await readFile(join(folder, 'task.json'), 'utf8')))
    if (apps.length === 0 || apps.includes(task.app)) tasks.push({ ...task, folder })
  }
  return tasks
}
