// Reads one plan file for a session, as the seeds' PlanReader: what the plan is about, and its steps one after the other.
import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { filled, filledWords, placesIn } from '../../src-preload/contract/plan-places.ts'
import { messageOf, UserError } from '../core/errors.ts'
import { readPlanFile, type Plan } from './plan-file.ts'
import { inputsWith } from './plan-inputs.ts'

/** The programs that the seeds name, each with the word that people use for it. */
const SUPPORT_APPS = new Map([
  ['winword.exe', 'word'],
  ['excel.exe', 'excel'],
  ['powerpnt.exe', 'powerpoint'],
])

/** Tells whether a name is a file's (`report.odt`, `a/b.txt`); `WINWORD.EXE` and `org.gnome.Maps` are applications. */
const looksLikeFile = (name: string): boolean =>
  /[/\\]|\.\w{1,8}$/.test(name) && !/\.exe$|^[a-z]{2,4}\.\w+\.[\w.-]+$/i.test(name)

export class PlanReader {
  /** Absolute path of the plan file. */
  readonly path: string
  /** As it stands in its file. */
  readonly written: Plan
  readonly #plan: Plan
  readonly #file: string | null
  #left: string[]

  private constructor(path: string, written: Plan, plan: Plan, file: string | null) {
    this.path = path
    this.written = written
    this.#plan = plan
    this.#file = file
    this.#left = [...plan.steps]
  }

  /** Opens a plan. Throws UserError for an unusable one, also where its file is missing or is not below `files/`. */
  static async open(path: string, set: Readonly<Record<string, string>> = {}): Promise<PlanReader> {
    const written = await readPlanFile(path)
    const plan = filledPlan(written, set)
    const { object } = plan
    if (object === '') return new PlanReader(path, written, plan, null)
    const file = await fileBelow(filesFolder(path), object).catch((error: unknown) => {
      throw new UserError(`The plan ${path} can’t be used: object: ${messageOf(error)}`)
    })
    if (file === null && looksLikeFile(object)) {
      throw new UserError(
        `The plan ${path} can’t be used: object: there is no file “${object}” in ${filesFolder(path)}.`,
      )
    }
    return new PlanReader(path, written, plan, file)
  }

  getTask(): string {
    return this.#plan.task
  }

  /** Returns all steps, also those that are done. */
  getSteps(): readonly string[] {
    return this.#plan.steps
  }

  /** Returns the plan's application or file; empty where it names none. */
  getOperationObject(): string {
    return this.#plan.object
  }

  /** Says whether the application is to be closed at the end. */
  getClose(): boolean {
    return this.#plan.close
  }

  /** The recorded acts, not yet parsed. */
  get recorded(): unknown {
    return this.#plan.recorded
  }

  /** Returns the absolute path of the file; null where the plan is about an application. */
  getFilePath(): string | null {
    return this.#file
  }

  /** Returns the file or application to open; null where the plan names neither. */
  getOpening(): string | null {
    if (this.#file !== null) return this.#file
    const { object } = this.#plan
    return object === '' ? null : (SUPPORT_APPS.get(object.toLowerCase()) ?? object)
  }

  /** Lists the programs that a plan of the seeds may name as its object. */
  getSupportApps(): string[] {
    return [...SUPPORT_APPS.keys()].map((name) => name.toUpperCase())
  }

  getInitialRequest(): string {
    return this.#plan.object === '' ? this.getTask() : `${this.getTask()} in ${this.#plan.object}`
  }

  /** Returns the request of a follower's round 0, which only opens the application. */
  getHostAgentRequest(): string {
    const opening = this.getOpening()
    return opening === null ? `Choose the window for: ${this.getTask()}` : `open "${opening}"`
  }

  /** Returns the request of a batch’s session, for which the file or application is open already. */
  getHostRequest(): string {
    return this.getTask()
  }

  /** Takes the next step; null when none is left. */
  nextStep(): string | null {
    return this.#left.shift() ?? null
  }

  /** Returns the steps that were not taken yet. */
  stepsLeft(): readonly string[] {
    return this.#left
  }

  /** Replaces the steps that were not taken yet. */
  replaceSteps(steps: readonly string[]): void {
    this.#left = [...steps]
  }

  taskFinished(): boolean {
    return this.#left.length === 0
  }

  /** Returns the folder that has `tasks/` and `files/`, or the plan’s own. */
  getRootPath(): string {
    return rootOf(this.path)
  }
}

/** Fills in the inputs; a recorded plan has its texts in its acts. */
function filledPlan(plan: Plan, set: Readonly<Record<string, string>>): Plan {
  if (plan.recorded !== undefined) return plan
  const values = inputsWith(plan.inputs ?? {}, set)
  if (plan.inputs === undefined) return plan
  const { task, object, steps } = plan
  const unknown = [task, object, ...steps].flatMap(placesIn).find((name) => !Object.hasOwn(values, name))
  if (unknown !== undefined) throw new UserError(`The plan has no input “${unknown}”, which its words name.`)
  return {
    ...plan,
    task: filledWords(task, values),
    object: filled(object, values),
    steps: steps.map((step) => filledWords(step, values)),
  }
}

/** Throws UserError for a plan that can't be followed, because it has neither steps nor a recording. */
export function followable(plan: PlanReader): void {
  if (plan.getSteps().length === 0 && plan.recorded === undefined)
    throw new UserError(`The plan ${plan.path} can’t be followed: it has no steps.`)
}

/** Returns the folder above `tasks/`; a plan elsewhere has its files beside it. */
function rootOf(path: string): string {
  const folder = dirname(path)
  return basename(folder) === 'tasks' ? dirname(folder) : folder
}

export const filesFolder = (path: string): string => join(rootOf(path), 'files')

/** Returns null where there is no such file. Throws for a name that leads out of the folder, also by a link. */
async function fileBelow(folder: string, name: string): Promise<string | null> {
  const path = join(folder, name)
  const inside = relative(folder, path)
  if (inside === '' || inside.startsWith('..') || name.startsWith('/') || name.includes('\0')) {
    throw new Error(`“${name}” ${leadsOut(folder)}`)
  }
  const found = await lstat(path).catch(() => null)
  if (!found) return null
  const real = await realpath(path)
  if (!real.startsWith((await realpath(folder)) + sep)) throw new Error(`“${name}” ${leadsOut(folder)}`)
  return path
}

const leadsOut = (folder: string): string =>
  `leads out of ${folder}: put the file there, and name it as it is called below that folder.`
