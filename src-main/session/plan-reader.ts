// The seeds' PlanReader: one plan file, what it is about, and its steps one after the other.
import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { messageOf, UserError } from '../core/errors.ts'
import { readPlanFile, type Plan } from './plan-file.ts'

/** Programs that the seeds name, and what people call them everywhere. */
const SUPPORT_APPS = new Map([
  ['winword.exe', 'word'],
  ['excel.exe', 'excel'],
  ['powerpnt.exe', 'powerpoint'],
])

/** `report.odt`, `a/b.txt`: no application is called so, but for `WINWORD.EXE` and `org.gnome.Maps`. */
const looksLikeFile = (name: string): boolean =>
  /[/\\]|\.\w{1,8}$/.test(name) && !/\.exe$|^[a-z]{2,4}\.\w+\.[\w.-]+$/i.test(name)

export class PlanReader {
  /** Absolute path of the plan file. */
  readonly path: string
  readonly #plan: Plan
  readonly #file: string | null
  readonly #left: string[]

  private constructor(path: string, plan: Plan, file: string | null) {
    this.path = path
    this.#plan = plan
    this.#file = file
    this.#left = [...plan.steps]
  }

  /** Throws UserError for a plan that can't be used, also where its file is missing or is not below `files/`. */
  static async open(path: string): Promise<PlanReader> {
    const plan = await readPlanFile(path)
    const { object } = plan
    if (object === '') return new PlanReader(path, plan, null)
    const file = await fileBelow(filesFolder(path), object).catch((error: unknown) => {
      throw new UserError(`The plan ${path} can’t be used: object: ${messageOf(error)}`)
    })
    if (file === null && looksLikeFile(object)) {
      throw new UserError(
        `The plan ${path} can’t be used: object: there is no file “${object}” in ${filesFolder(path)}.`,
      )
    }
    return new PlanReader(path, plan, file)
  }

  getTask(): string {
    return this.#plan.task
  }

  /** All steps, also those that are done. */
  getSteps(): readonly string[] {
    return this.#plan.steps
  }

  /** The name of the application or file as the plan has it; empty where it names none. */
  getOperationObject(): string {
    return this.#plan.object
  }

  /** Whether the application is to be closed at the end. */
  getClose(): boolean {
    return this.#plan.close
  }

  /** What `deskhand record` has written beside the steps, unread. */
  get recorded(): unknown {
    return this.#plan.recorded
  }

  /** Absolute path of the file; null where the plan is about an application. */
  getFilePath(): string | null {
    return this.#file
  }

  /** What opens it: the file, or the application’s name; null where the plan names neither. */
  getOpening(): string | null {
    if (this.#file !== null) return this.#file
    const { object } = this.#plan
    return object === '' ? null : (SUPPORT_APPS.get(object.toLowerCase()) ?? object)
  }

  /** Programs that a plan of the seeds may name as its object. */
  getSupportApps(): string[] {
    return [...SUPPORT_APPS.keys()].map((name) => name.toUpperCase())
  }

  getInitialRequest(): string {
    return this.#plan.object === '' ? this.getTask() : `${this.getTask()} in ${this.#plan.object}`
  }

  /** Round 0 of a follower: the application is opened, and nothing else is done. */
  getHostAgentRequest(): string {
    const opening = this.getOpening()
    return opening === null ? `Choose the window for: ${this.getTask()}` : `open "${opening}"`
  }

  /** The request of a batch’s session. What it is about is open already. */
  getHostRequest(): string {
    return this.getTask()
  }

  /** Takes the next step; null when none is left. */
  nextStep(): string | null {
    return this.#left.shift() ?? null
  }

  /** Those that were not taken. */
  stepsLeft(): readonly string[] {
    return this.#left
  }

  taskFinished(): boolean {
    return this.#left.length === 0
  }

  /** The folder that has `tasks/` and `files/`, or the plan’s own. */
  getRootPath(): string {
    return rootOf(this.path)
  }
}

/** Throws UserError for a plan that has nothing to follow, neither steps nor what was recorded. */
export function followable(plan: PlanReader): void {
  if (plan.getSteps().length === 0 && plan.recorded === undefined)
    throw new UserError(`The plan ${plan.path} can’t be followed: it has no steps.`)
}

/** The folder above `tasks/`; a plan elsewhere has its files beside it. */
function rootOf(path: string): string {
  const folder = dirname(path)
  return basename(folder) === 'tasks' ? dirname(folder) : folder
}

export const filesFolder = (path: string): string => join(rootOf(path), 'files')

/** Null where there is no such file. Throws for a name that leads out of the folder, also by a link. */
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
