// Turns acts of a run into acts of a plan: ids become locators, windows and typed texts get names, secrets are left out.
import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { WINDOW_TOOLS } from '../agents/decision.ts'
import { contains } from '../core/geometry.ts'
import { controlRoleSchema, windowInfoSchema, type ControlRole } from '../core/desktop.ts'
import type { RunFolder } from '../recorder/run-folder.ts'
import { Places, type Placed } from './locator.ts'
import { patchOf } from './patch.ts'
import type { PlannedAct, RecordedActs } from './plan-file.ts'
import type { RecordedAct } from './recorded-acts.ts'
import { treeOfStep } from './run-tree.ts'

/** The parts that acts of one plan share. */
export type Shared = Pick<RecordedActs, 'values' | 'windows' | 'notes'>

/** Tools that are not replayed: a replay waits by itself for the next act's target, and notes are a model's. */
const NOT_REPLAYED = new Set(['wait', 'summary'])
export const isReplayed = (tool: string): boolean => !NOT_REPLAYED.has(tool)

/** Tells whether a planned act is the act before it once more, after that one's effect was not seen at recording. */
export const isSecondTry = (act: PlannedAct, before: PlannedAct): boolean =>
  before.effect === 'unconfirmed' &&
  act.effect === 'confirmed' &&
  isDeepStrictEqual(whatOf(act), whatOf(before))

const whatOf = ({ tool, window, parameters, target }: PlannedAct) => [
  tool,
  window,
  parameters,
  [target?.role, target?.name, target?.window],
]

/** The text that replaces a secret in the journal. */
const MASK = '[secret]'
/** Parameters of tools that a person may want to change next time. */
const TYPED = new Set(['text'])

/** Tools with one point. The points of a drag stay where they were in the window. */
const ONE_POINT = new Set(['click_on_coordinates', 'move_on_coordinates', 'wheel_mouse_input'])

const idSchema = z.union([z.string(), z.number()]).transform(String)
const opened = z.object({ window: windowInfoSchema })
const chosen = z.object({ window_info: windowInfoSchema })

/** Makes planned acts of one run; windows and values that they need are added to `shared`. */
export class Planner {
  readonly #folder: RunFolder
  readonly #shared: Shared
  /** Id in the run → name in the plan. */
  readonly #windows: Map<string, string>
  readonly #trees = new Map<number, Promise<Placed[] | null>>()

  /** `known`: names of windows that have one already, by their id in the run. */
  constructor(folder: RunFolder, shared: Shared, known: ReadonlyMap<string, string> = new Map()) {
    this.#folder = folder
    this.#shared = shared
    this.#windows = new Map(known)
  }

  /** Makes the planned act; `step` is its 0-based number in the plan. */
  async plan(act: RecordedAct, step: number): Promise<PlannedAct> {
    const { tool, namespace, effect } = act
    const base = { step, agent: toolsOf(act), tool, namespace, effect, offset: null }
    const opens = opened.safeParse(act.result).data?.window ?? chosen.safeParse(act.result).data?.window_info
    if (tool === 'launch_application' || tool === 'run_shell') {
      const window = opens ? this.#window(opens.id, opens.process_name, opens.title) : null
      return { ...base, parameters: this.#parameters(act, ''), target: null, aim: null, window }
    }
    if (WINDOW_TOOLS.has(tool)) {
      const id = idSchema.catch('').parse(act.parameters['id'])
      const window = opens
        ? this.#window(opens.id, opens.process_name, opens.title)
        : this.#window(id, act.window?.process_name ?? '', act.target.window ?? '')
      const { state } = act.parameters
      const parameters = { id: { window }, ...(state === undefined ? {} : { state }) }
      return { ...base, parameters, target: null, aim: null, window }
    }
    const window = act.window && this.#window(act.window.id, act.window.process_name, act.window.title)
    const aimed = await this.#target(act)
    const label = aimed.target?.label ?? ''
    const field = aimed.target?.name || (SENTENCE.test(label) ? '' : label)
    return { ...base, window, parameters: this.#parameters(act, field), ...aimed }
  }

  async #target(act: RecordedAct): Promise<Pick<PlannedAct, 'target' | 'aim' | 'offset'>> {
    const none = { target: null, aim: null, offset: null }
    const { target, namespace } = act
    const role = controlRoleSchema.safeParse(target.role).data
    if (namespace !== 'AppUIExecutor' || role === undefined || target.name === null) return none
    const tree = await this.#tree(act.step)
    const id = idSchema.safeParse(act.parameters['id']).data ?? null
    const aim = id !== null ? 'id' : target.kind === 'focus' ? 'focus' : 'point'
    const offset = aim === 'point' ? placeOn(act) : null
    if (aim === 'point' && offset === null) return none
    const control = controlOf(tree, target, role, id)
    const locator = { role, name: target.name, window: target.window ?? '' }
    if (tree && control) {
      const place = { ...new Places(tree).of(control), picture: await this.#patch(act, control) }
      return { target: { ...locator, ...place }, aim, offset }
    }
    const found =
      aim === 'point'
        ? 'it is clicked only where its point meets the same role and name'
        : 'it is looked for by its role and name alone'
    this.#note(
      `The tree of “${act.words}” was not kept${tree ? ' with its control in it' : ' (save_ui_tree)'}: ${found}.`,
    )
    const nowhere = { path: null, order: null, label: null, neighbours: [], picture: null }
    return { target: { ...locator, ...nowhere }, aim: aim === 'point' ? null : aim, offset: null }
  }

  /** Cuts the control out of the picture from before the step; a control outside it, as in a later dialog, has no picture. */
  async #patch({ picture }: RecordedAct, control: Placed): Promise<string | null> {
    if (!picture) return null
    const data = await readFile(this.#folder.resolve(picture.path)).catch(() => null)
    return data && patchOf({ ...picture, data }, control)
  }

  #tree(step: number): Promise<Placed[] | null> {
    const known = this.#trees.get(step) ?? treeOfStep(this.#folder, step)
    this.#trees.set(step, known)
    return known
  }

  #parameters({ parameters, words }: RecordedAct, field: string): Record<string, unknown> {
    const entries = Object.entries(parameters).filter(([key]) => key !== 'id')
    return Object.fromEntries(
      entries.map(([key, value]) => {
        if (typeof value !== 'string') return [key, value]
        const secret = value.includes(MASK)
        if (!secret && !TYPED.has(key)) return [key, value]
        if (secret) this.#note(`Step “${words}”: it types a secret, which is asked for at each replay.`)
        return [key, { value: this.#value(secret ? null : value, field, key) }]
      }),
    )
  }

  /** Names a value: equal texts share one name; each secret has a name of its own. */
  #value(text: string | null, field: string, key: string): string {
    const { values } = this.#shared
    const known = text === null ? undefined : Object.keys(values).find((name) => values[name] === text)
    if (known !== undefined) return known
    const stem = text === null ? slug(field, 'secret') : slug(field, key)
    const name = unused(stem, values)
    values[name] = text
    return name
  }

  #window(id: string, process_name: string, title: string): string {
    const known = this.#windows.get(id)
    if (known !== undefined) return known
    const name = unused(slug(process_name, 'window'), this.#shared.windows)
    this.#shared.windows[name] = { process_name, title }
    this.#windows.set(id, name)
    return name
  }

  #note(note: string): void {
    if (!this.#shared.notes.includes(note)) this.#shared.notes.push(note)
  }
}

/** A text beside a field that tells something, as “Warning: …”, and names no field. */
const SENTENCE = /[.!?。！？]\s|[.!?。！？]$|(?:\S+\s+){5}/

/** Chooses the agent whose tools an act needs. A replay has no tools of its own: it uses those of the agent that first did the act. */
function toolsOf({ agent, namespace }: RecordedAct): string {
  if (agent !== 'ReplayAgent') return agent
  return AGENTS[namespace ?? ''] ?? 'LinuxAgent'
}

const AGENTS: Record<string, string> = {
  HostUIExecutor: 'HostAgent',
  AppUIExecutor: 'AppAgent',
  CommandLineExecutor: 'AppAgent',
  FileExecutor: 'AppAgent',
  DocumentExecutor: 'AppAgent',
  CodeExecutor: 'AppAgent',
}

/** Finds the control by its number, or, if it was hit or had the focus, by its role, name and position. */
function controlOf(
  tree: readonly Placed[] | null,
  target: RecordedAct['target'],
  role: ControlRole,
  id: string | null,
): Placed | null {
  if (!tree) return null
  if (id !== null) return tree.find((control) => control.id === id && control.role === role) ?? null
  const { bounds, name } = target
  const same = tree.filter((control) => control.role === role && control.name === name)
  const exact = same.find(
    (control) =>
      bounds !== null &&
      control.bounds.x === bounds.x &&
      control.bounds.y === bounds.y &&
      control.bounds.width === bounds.width,
  )
  return exact ?? (same.length === 1 ? (same[0] ?? null) : null)
}

/** Returns the point of an act on its control, as a fraction of the control's size; null where it is on no control. */
function placeOn({ tool, target: { kind, point, bounds } }: RecordedAct): PlannedAct['offset'] {
  if (!ONE_POINT.has(tool) || kind !== 'point' || !point || !bounds) return null
  if (bounds.width <= 0 || bounds.height <= 0 || !contains(bounds, point)) return null
  return { x: (point.x - bounds.x) / bounds.width, y: (point.y - bounds.y) / bounds.height }
}

/** Makes a name: `Name:` → `name`; `fallback` where nothing is left of it. */
function slug(text: string, fallback: string): string {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  return words?.slice(0, 3).join('_') || fallback
}

function unused(stem: string, taken: Record<string, unknown>): string {
  if (!Object.hasOwn(taken, stem)) return stem
  for (let number = 2; ; number++) {
    const name = `${stem}_${number}`
    if (!Object.hasOwn(taken, name)) return name
  }
}
