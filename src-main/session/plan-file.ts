// Reads plan files, which a person (or `deskhand record`) has written to be carried out, and names every fault in them.
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import { nearest } from '../matching/nearest.ts'
import { messageOf, UserError } from '../core/errors.ts'
import { faultPlace } from '../core/fault-place.ts'
import { textOfFile } from '../core/text-of-file.ts'
import { MAX_PLAN_STEPS } from '../../src-preload/contract/calls/plans.ts'
import { issueWords } from '../../src-preload/contract/issue-words.ts'

const line = z.string().trim().min(1, 'is empty')

/** The seeds' four keys; `inputs` is the person's own; `recorded` is what `deskhand record` adds, in a form that `replay` knows. */
export const planSchema = z.strictObject({
  task: line,
  steps: z.array(line).max(MAX_PLAN_STEPS).default([]),
  /** An application's name, or the name of a file below `files/`. */
  object: z.string().trim().default(''),
  close: z.boolean().default(false),
  /** Name of a part that differs each time → its usual text. The other fields contain it as `{{name}}`. */
  inputs: z.record(z.string().trim().min(1), z.string()).optional(),
  recorded: z.unknown().optional(),
  /** Deskhand's own mark that a person has written it there, or that it was recorded of what they had asked for. */
  seal: z.string().optional(),
})
export type Plan = z.infer<typeof planSchema>

/** What a seal is for: all of the plan, whatever the order of its keys. */
export const sealedContent = (plan: Plan): string =>
  JSON.stringify({ ...plan, seal: undefined }, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

/** Those that a person writes. */
const KEYS = Object.keys(planSchema.omit({ seal: true }).shape)

/** Throws UserError that names the file and the field. */
export async function readPlanFile(path: string): Promise<Plan> {
  return planFrom(await readPlanValue(path), path)
}

/** Reads the content of the file, which may be no plan. Throws UserError. */
async function readPlanValue(path: string): Promise<unknown> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new UserError(`The plan ${path} can’t be read: ${messageOf(error)}.`)
  })
  const text = textOfFile(bytes, path)
  try {
    return JSON.parse(text)
  } catch (error) {
    const at = faultPlace(error)
    throw new UserError(
      at === null
        ? `The plan ${path} is no JSON.`
        : `The plan ${path} is no JSON: it can’t be read at line ${at.line}, column ${at.column}.`,
    )
  }
}

/** Parses a plan; `path` names it in an error. Throws UserError that names the field. */
export function planFrom(value: unknown, path: string): Plan {
  const parsed = planSchema.safeParse(value)
  if (parsed.success) return parsed.data
  if (parsed.error.issues.some((issue) => issue.path.length === 0 && issue.code === 'invalid_type'))
    throw new UserError(`The plan ${path} has no fields. It needs task and steps.`)
  throw new UserError(`The plan ${path} can’t be used: ${parsed.error.issues.map(wordsOf).join('; ')}.`)
}

function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .map((key) => {
        const [meant] = nearest(key, KEYS)
        return meant === undefined
          ? `there is no field “${key}” (there are ${KEYS.join(', ')})`
          : `there is no field “${key}” (did you mean “${meant}”?)`
      })
      .join('; ')
  }
  return issueWords(issue)
}

/** Tells whether `path` is a folder of plans; throws UserError where there is nothing. */
export async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  if (!found) throw new UserError(`There is no plan and no folder ${path}.`)
  return found.isDirectory()
}

/** These files are beside the plans if the folder has no `tasks/`. */
export const STATUS_FILE = 'tasks_status.json'
export const REPORT_FILE = 'tasks_report.json'
export const TICKET_FILE = 'tasks_queue.json'
const NO_PLANS: readonly string[] = [STATUS_FILE, REPORT_FILE, TICKET_FILE]

const isPlanName = (name: string): boolean =>
  name.endsWith('.json') && !name.startsWith('.') && !NO_PLANS.includes(name)

/** Lists the plan files of a folder, not of the folders in it, in the order of their names. Throws UserError where there are none. */
export async function planFilesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter(isPlanName)
  if (names.length === 0) throw new UserError(`There is no plan (*.json) in ${folder}.`)
  // So that `task-2` comes before `task-10`.
  const { compare } = new Intl.Collator('en', { numeric: true })
  return names.toSorted(compare).map((name) => resolve(join(folder, name)))
}

/** Returns the name of a plan: its file's name without the ending. */
export const planName = (path: string): string => basename(path).replace(/\.json$/, '')
