// Reads and writes recorded plans: the words of the steps as every plan file has them, and beside them the exact acts.
import { mkdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { PLAN_NAME } from '../../src-preload/contract/calls/plans.ts'
import { effectSchema } from '../../src-preload/contract/events.ts'
import { writeFileAtomically } from '../core/atomic-file.ts'
import { controlRoleSchema } from '../core/desktop.ts'
import { messageOf, UserError } from '../core/errors.ts'
import { faultWordsOf } from '../../src-preload/contract/issue-words.ts'
import { isSealed, sealOf } from '../safety/signature.ts'
import {
  planFilesIn,
  planName,
  planSchema,
  readPlanFile,
  sealedContent,
  type Plan,
} from '../session/plan-file.ts'

export const PLAN_VERSION = 1

export const SIDES = ['left', 'right', 'above', 'below'] as const

/** Describes how a control is found again: by what it is, never by its number or its position on the screen. */
export const locatorSchema = z.object({
  role: controlRoleSchema,
  name: z.string(),
  /** Title of the window that it was in. */
  window: z.string(),
  /** The controls that contain it, the outermost first; null where the tree of its step was not kept. */
  path: z.array(z.object({ role: controlRoleSchema, name: z.string() })).nullable(),
  /** Its 0-based position among the siblings of its role, and how many of them there were; null as above. */
  order: z.object({ index: z.number().int(), of: z.number().int() }).nullable(),
  /** The text to its left, else above, which tells similar controls apart. */
  label: z.string().nullable(),
  /** The nearest control with a name on each side. */
  neighbours: z.array(z.object({ side: z.enum(SIDES), role: controlRoleSchema, name: z.string() })),
  /** Its look: base64 of a small PNG; null where its look is its content, or no picture was taken. */
  picture: z.string().nullable(),
})
export type Locator = z.infer<typeof locatorSchema>

export const plannedWindowSchema = z.object({
  process_name: z.string(),
  title: z.string(),
})
export type PlannedWindow = z.infer<typeof plannedWindowSchema>

export const plannedActSchema = z.object({
  /** 0-based number of the step that it belongs to. */
  step: z.number().int().min(0),
  /** Class of the agent that did it, whose tools the replay uses. */
  agent: z.string(),
  tool: z.string(),
  namespace: z.string().nullable(),
  /** `{"value": NAME}` stands for a text of `values`, `{"window": NAME}` for a window of `windows`. */
  parameters: z.record(z.string(), z.unknown()),
  /** The target control, whose id is put into the parameters. Null where the act needs none. */
  target: locatorSchema.nullable(),
  /**
   * `id`: the tool gets its number. `focus`: it has the focus. `point`: a point on it, as a fraction of its size. Null with a
   * target: it must be where the parameters point.
   */
  aim: z.enum(['id', 'focus', 'point']).nullable(),
  offset: z.object({ x: z.number(), y: z.number() }).nullable().default(null),
  /** Name of the chosen window, or of the one that the act opens or chooses. */
  window: z.string().nullable(),
  /** The effect when it was recorded; `unconfirmed` or null for an act without a visible effect. */
  effect: effectSchema.nullable(),
})
export type PlannedAct = z.infer<typeof plannedActSchema>

export const recordedSchema = z.object({
  version: z.literal(PLAN_VERSION),
  run: z.string(),
  /** ISO 8601. */
  at: z.string(),
  /** Parts that were left out or could not be recorded. */
  notes: z.array(z.string()),
  /** Typed texts, by name; null stands for a secret, for which the person is asked at each replay. */
  values: z.record(z.string(), z.string().nullable()),
  windows: z.record(z.string(), plannedWindowSchema),
  acts: z.array(plannedActSchema).min(1),
})

export type RecordedActs = z.infer<typeof recordedSchema>

/** A plan file with its acts. */
export interface RecordedPlan extends Plan {
  recorded: RecordedActs
}

export const plansFolder = (home: string): string => join(home, 'plans')

/** Returns the path for a plan of this name; a path (with a separator or `.json`) is kept. */
export function planPath(home: string, nameOrPath: string): string {
  if (/[\\/]|\.json$/i.test(nameOrPath)) return resolve(nameOrPath)
  if (!PLAN_NAME.test(nameOrPath)) {
    throw new UserError(
      `“${nameOrPath}” is no name of a plan. Use letters, digits, spaces, “.”, “_”, “-”, or give a path.`,
    )
  }
  return join(plansFolder(home), `${nameOrPath}.json`)
}

/**
 * Finds a plan's file: a name means the recorded plan, and a file that lies here only where there is no plan of that name, so that a file which
 * somebody has put into a folder takes no plan's place. A path stays. Throws UserError, with the known plans, where there is neither.
 */
export async function findPlan(home: string, nameOrPath: string): Promise<string> {
  const here = resolve(nameOrPath)
  const isName = PLAN_NAME.test(nameOrPath)
  if (isName && (await isThere(planPath(home, nameOrPath)))) return planPath(home, nameOrPath)
  if (nameOrPath.trim() !== '' && (await isThere(here))) return here
  if (!isName && planPath(home, nameOrPath) === here)
    throw new UserError(`There is no plan and no folder ${here}.`)
  throw new UserError(`There is no file and no folder ${here}, ${await knownPlans(home)}.`)
}

/** Finds a recorded plan by its name alone, for what begins without a person: a folder of theirs may hold anything. Throws UserError. */
export async function findRecordedPlan(home: string, name: string): Promise<string> {
  const path = planPath(home, name)
  if (PLAN_NAME.test(name) && (await isThere(path))) return path
  throw new UserError(`There is no plan “${name}”, ${await knownPlans(home)}.`)
}

async function knownPlans(home: string): Promise<string> {
  const names = await planFilesIn(plansFolder(home)).catch(() => [])
  return names.length === 0
    ? 'and no plan was recorded yet (deskhand record)'
    : `and no recorded plan of that name; there are: ${names.map(planName).join(', ')}`
}

export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Reads a recorded plan; null for a plan file without recorded acts. Throws UserError that names the file and what does not fit. */
export async function readRecordedPlan(path: string): Promise<RecordedPlan | null> {
  return recordedFrom(await readPlanFile(path), path)
}

/** Does the same with a plan that has been read; `path` names it in an error. */
export function recordedFrom({ recorded: unread, ...plan }: Plan, path: string): RecordedPlan | null {
  if (unread === undefined) return null
  const { version } = z.looseObject({ version: z.unknown() }).catch({ version: null }).parse(unread)
  if (typeof version === 'number' && version > PLAN_VERSION) {
    throw new UserError(
      `The plan ${path} was recorded by a newer Deskhand (version ${version}; this one reads ${PLAN_VERSION}).`,
    )
  }
  const recorded = recordedSchema.safeParse(unread)
  if (!recorded.success) {
    throw new UserError(`The plan ${path} can’t be used: recorded: ${faultWordsOf(recorded.error)}.`)
  }
  const whole = { ...plan, recorded: recorded.data }
  const fault = faultOf(whole)
  if (fault !== null) throw new UserError(`The plan ${path} can’t be used: ${fault}`)
  return whole
}

/** Checks that everything that acts refer to exists, which a schema can't. */
function faultOf({ steps, recorded }: RecordedPlan): string | null {
  for (const [index, act] of recorded.acts.entries()) {
    const where = `recorded.acts[${index}]`
    if (act.step >= steps.length)
      return `${where} belongs to step ${act.step}, and there are ${steps.length}.`
    if (act.window !== null && !Object.hasOwn(recorded.windows, act.window)) {
      return `${where} names the window “${act.window}”, which is not in recorded.windows.`
    }
    for (const name of valueNames(act.parameters)) {
      if (!Object.hasOwn(recorded.values, name))
        return `${where} names the value “${name}”, which is not in recorded.values.`
    }
  }
  return null
}

const valueReference = z.strictObject({ value: z.string() })
const windowReference = z.strictObject({ window: z.string() })

/** Returns the name of the value for which a parameter stands; null where it is a plain one. */
export const valueNameOf = (parameter: unknown): string | null =>
  valueReference.safeParse(parameter).data?.value ?? null

export const windowNameOf = (parameter: unknown): string | null =>
  windowReference.safeParse(parameter).data?.window ?? null

export const valueNames = (parameters: Record<string, unknown>): string[] =>
  Object.values(parameters).flatMap((parameter) => valueNameOf(parameter) ?? [])

/** Whether its words are a person's own: they have written it in the Deskhand with this data folder, or it was recorded there. */
export const isOwnPlan = (home: string, plan: Plan): boolean =>
  plan.seal !== undefined && isSealed(home, sealedContent(plan), plan.seal)

export const sealedPlan = async (home: string, plan: Plan): Promise<Plan> => ({
  ...plan,
  // As it will be read again.
  seal: await sealOf(home, sealedContent(planSchema.parse(plan))),
})

/** Replaces the file as a whole. Throws UserError where it can’t be written. */
export async function writePlan(path: string, plan: Plan): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFileAtomically(path, `${JSON.stringify(plan, null, 2)}\n`, 0o600)
  } catch (error) {
    throw new UserError(`The plan ${path} can’t be written: ${messageOf(error)}. Give another place for it.`)
  }
}
