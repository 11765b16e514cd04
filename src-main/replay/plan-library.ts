// Keeps the plans of a data folder: lists them, changes them without losing their acts, and exports them as YAML.
import { rm, stat } from 'node:fs/promises'
import { parse, stringify } from 'yaml'
import type { Plan as ShownPlan, PlanSummary } from '../../src-preload/contract/calls/plans.ts'
import type { ParsedInput } from '../../src-preload/contract/calls.ts'
import type { RunSummary } from '../../src-preload/contract/run-view.ts'
import { messageOf, UserError } from '../core/errors.ts'
import { faultPlace } from '../core/fault-place.ts'
import { planFilesIn, planFrom, planName, readPlanFile, type Plan } from '../session/plan-file.ts'
import {
  isThere,
  planPath,
  plansFolder,
  recordedFrom,
  sealedPlan,
  writePlan,
  type RecordedActs,
} from './plan-file.ts'

/** The most runs of a plan that its line shows. */
const MAX_LAST = 5

interface WholePlan extends Omit<Plan, 'recorded'> {
  recorded: RecordedActs | null
}

export class PlanLibrary {
  readonly #home: string

  constructor(home: string) {
    this.#home = home
  }

  /** Lists the plans. `runs`: all known ones, the newest first. A plan that can’t be used is listed with the reason. */
  async list(runs: readonly RunSummary[]): Promise<PlanSummary[]> {
    const files = await planFilesIn(plansFolder(this.#home)).catch(() => [])
    return Promise.all(files.map((path) => summaryOf(path, runs)))
  }

  async read(name: string): Promise<ShownPlan> {
    const path = await this.#find(name)
    return shown(path, await readWhole(path))
  }

  async save(wanted: ParsedInput<'save_plan'>): Promise<ShownPlan> {
    const { name, was, task, object, close } = wanted
    const path = planPath(this.#home, name)
    const before = was === null ? null : await this.#find(was)
    if (path !== before) await refuseOther(path, name)
    const old = before === null ? null : await readWhole(before)
    const words = wanted.steps.map((step) => step.words)
    const recorded = old?.recorded ? keptActs(old.recorded, wanted) : null
    const own = Object.keys(wanted.inputs).length > 0 ? { inputs: wanted.inputs } : {}
    const plan = { task, object, close, steps: words, ...(recorded ? { recorded } : own) }
    // The person has had it before them, however it came here.
    await writePlan(path, await sealedPlan(this.#home, plan))
    if (before !== null && before !== path) await rm(before, { force: true })
    return shown(path, { ...plan, recorded })
  }

  async remove(name: string): Promise<void> {
    await rm(await this.#find(name))
  }

  async exported(name: string): Promise<{ name: string; type: string; content: string }> {
    const { recorded, ...plan } = await readWhole(await this.#find(name))
    // Long texts stay on one line, because folding would break the words that a reader searches for.
    const content = stringify({ ...plan, ...(recorded ? { recorded } : {}) }, { lineWidth: 0 })
    return { name: `${name}.yaml`, type: 'application/yaml', content }
  }

  async take({ name, content }: ParsedInput<'import_plan'>): Promise<ShownPlan> {
    const path = planPath(this.#home, name)
    await refuseOther(path, name)
    if (content.trim() === '') throw new UserError(`The plan “${name}” is empty.`)
    let value: unknown
    try {
      value = parse(content)
    } catch (error) {
      const at = faultPlace(error)
      throw new UserError(
        at === null
          ? `The plan “${name}” is no YAML and no JSON.`
          : `The plan “${name}” is no YAML and no JSON: it can’t be read at line ${at.line}, column ${at.column}.`,
      )
    }
    const plan = wholeOf(planFrom(value, name), name)
    const { recorded, ...rest } = plan
    if (plan.steps.length === 0) throw new UserError(`The plan “${name}” has no steps.`)
    await writePlan(path, { ...rest, ...(recorded ? { recorded } : {}) })
    return shown(path, plan)
  }

  async #find(name: string): Promise<string> {
    const path = planPath(this.#home, name)
    if (await isThere(path)) return path
    throw new UserError(`There is no plan “${name}” any more.`)
  }
}

const readWhole = async (path: string): Promise<WholePlan> => wholeOf(await readPlanFile(path), path)

function wholeOf(plan: Plan, path: string): WholePlan {
  return { ...plan, recorded: recordedFrom(plan, path)?.recorded ?? null }
}

async function refuseOther(path: string, name: string): Promise<void> {
  if (await isThere(path)) {
    throw new UserError(`There is a plan “${name}” already. Give another name.`, { key: 'name' })
  }
}

/** Keeps the acts of the remaining steps, in the new order. Refuses a step without acts, because a replay would skip it silently. */
function keptActs(recorded: RecordedActs, { steps, inputs }: ParsedInput<'save_plan'>): RecordedActs {
  const places = new Map<number, number>()
  for (const [index, { words, from }] of steps.entries()) {
    if (from === null || places.has(from) || !recorded.acts.some(({ step }) => step === from)) {
      throw new UserError(
        `The step “${words}” has no recorded act: a recorded plan does what was done. Write a plan from scratch for it.`,
      )
    }
    places.set(from, index)
  }
  const acts = recorded.acts.flatMap((act) => {
    const step = places.get(act.step)
    return step === undefined ? [] : [{ ...act, step }]
  })
  const values = { ...recorded.values }
  for (const [name, text] of Object.entries(inputs)) {
    if (typeof values[name] !== 'string') throw new UserError(`The plan has no input “${name}”.`)
    values[name] = text
  }
  return { ...recorded, values, acts: acts.toSorted((a, b) => a.step - b.step) }
}

function shown(path: string, plan: WholePlan): ShownPlan {
  const { task, object, close, steps, recorded } = plan
  return {
    name: planName(path),
    path,
    task,
    object,
    close,
    steps: steps.map((words, index) => ({
      words,
      acts: recorded?.acts.filter(({ step }) => step === index).length ?? 0,
    })),
    inputs: inputsOf(plan),
    recorded: recorded && { run: recorded.run, at: recorded.at, notes: recorded.notes },
  }
}

const inputsOf = ({ inputs = {}, recorded }: Pick<WholePlan, 'inputs' | 'recorded'>) =>
  Object.entries(recorded?.values ?? inputs).map(([name, text]) => ({ name, text }))

async function summaryOf(path: string, runs: readonly RunSummary[]): Promise<PlanSummary> {
  const name = planName(path)
  const last = runs
    .filter(({ plan }) => plan === path)
    .slice(0, MAX_LAST)
    .map(({ run, status, started_at: at }) => ({ run, status, at }))
  const changed = await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
  try {
    const plan = await readWhole(path)
    const { task, steps, recorded } = plan
    const inputs = inputsOf(plan)
    const fault = null
    return {
      name,
      path,
      task,
      steps: steps.length,
      recorded: recorded !== null,
      inputs,
      changed,
      fault,
      last,
    }
  } catch (error) {
    const nothing = { task: '', steps: 0, recorded: false, inputs: [] }
    return { name, path, ...nothing, changed, fault: messageOf(error), last }
  }
}
