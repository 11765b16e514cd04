// Resolves a recorded act on the desktop as it is now: its window, its control, its texts; or says which of them is missing.
import type { Control, Observation, TargetDescription, WindowInfo } from '../core/desktop.ts'
import { likeness, patchOf } from './patch.ts'
import { matchLocator, nameFits, sameName, type Candidate, type Match } from './matching.ts'
import {
  valueNameOf,
  windowNameOf,
  type Locator,
  type PlannedAct,
  type PlannedWindow,
  type RecordedActs,
} from './plan-file.ts'

/** `looked`: the missing target, in words. `nearest`: existing controls or windows, the nearest first. */
export interface Missing {
  kind: 'missing'
  looked: string
  why: string
  nearest: string[]
}
export interface Ready {
  kind: 'ready'
  parameters: Record<string, unknown>
}

/** How similar a control's look must be to decide between two that fit, and by how much more similar than the other's. */
const ALIKE = { least: 0.75, more: 0.15 } as const

/** The windows of a replay, by their names in the plan. */
export class Windows {
  readonly #planned: RecordedActs['windows']
  /** Name in the plan → id now. */
  readonly #bound = new Map<string, string>()

  constructor(planned: RecordedActs['windows']) {
    this.#planned = planned
  }

  /** Binds this window to the name, because the recorded act has opened it. */
  bind(name: string, id: string): void {
    this.#bound.set(name, id)
  }

  /** Id now → name in the plan. */
  get names(): Map<string, string> {
    return new Map([...this.#bound].map(([name, id]) => [id, name]))
  }

  /** Tells whether the plan has a window of this program. */
  areOf(process_name: string): boolean {
    return Object.values(this.#planned).some((planned) => planned.process_name === process_name)
  }

  planned(name: string | null): PlannedWindow | null {
    return name === null ? null : (this.#planned[name] ?? null)
  }

  /** Finds the window that this replay has opened; else the only one of its program, or the only one of its title. */
  find(name: string, windows: readonly WindowInfo[]): WindowInfo | Missing {
    const bound = windows.find(({ id }) => id === this.#bound.get(name))
    if (bound) return bound
    const planned = this.planned(name)
    const looked = `the window “${planned?.title ?? name}” of ${planned?.process_name ?? name}`
    const taken = new Set(this.#bound.values())
    const ofProgram = windows.filter(
      ({ id, process_name }) => process_name === planned?.process_name && !taken.has(id),
    )
    const titled = ofProgram.filter(({ title }) => sameName(title, planned?.title ?? ''))
    const [only] = ofProgram.length === 1 ? ofProgram : titled
    if (only && (ofProgram.length === 1 || titled.length === 1)) {
      this.bind(name, only.id)
      return only
    }
    const nearest = (ofProgram.length > 0 ? ofProgram : windows).map(
      ({ title, process_name }) => `“${title}” (${process_name})`,
    )
    const why = ofProgram.length > 1 ? 'several fit alike' : 'it is not there'
    return { kind: 'missing', looked, why, nearest }
  }
}

/** Returns the act's present parameters. `values` has every text that the plan names. */
export async function resolveAct(
  act: PlannedAct,
  { observation, windows, values }: Scene,
): Promise<Ready | Missing> {
  const parameters: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(act.parameters)) {
    const window = windowNameOf(value)
    if (window !== null) {
      const found = windows.find(window, observation.windows)
      if ('kind' in found && found.kind === 'missing') return found
      parameters[key] = found.id
      continue
    }
    const name = valueNameOf(value)
    parameters[key] = name === null ? value : (values[name] ?? '')
  }
  const elsewhere = wrongWindow(act, observation, windows)
  if (elsewhere) return elsewhere
  if (act.tool === 'choose_menu' && inFront(act, observation))
    return { kind: 'missing', looked: 'the menus', why: 'they can’t be used now', nearest: [] }
  if (!act.target || act.aim === 'focus' || act.aim === null) return { kind: 'ready', parameters }
  const found = await findByLocator(act.target, observation)
  if ('kind' in found) return found
  if (found.states.includes('disabled')) {
    return { kind: 'missing', looked: locatorWords(act.target), why: 'it is disabled', nearest: [] }
  }
  if (act.aim === 'id') return { kind: 'ready', parameters: { ...parameters, id: found.id } }
  return atOffset(act, found, observation, parameters)
}

export interface Scene {
  observation: Observation
  windows: Windows
  values: Readonly<Record<string, string | null>>
}

/** Checks the chosen window: an act within an application belongs to it, whatever is in front. */
function wrongWindow(act: PlannedAct, { window }: Observation, windows: Windows): Missing | null {
  const planned = windows.planned(act.window)
  if (act.namespace !== 'AppUIExecutor' || !planned) return null
  if (window?.process_name === planned.process_name) return null
  return {
    kind: 'missing',
    looked: `a window of ${planned.process_name}`,
    why: 'it is not the chosen one',
    nearest: window ? [`“${window.title}” (${window.process_name})`] : [],
  }
}

/** Finds a dialog that must be answered first and that the act does not belong to, because it was not there at recording. */
export function inFront(
  act: Pick<PlannedAct, 'target'>,
  { window, windows }: Pick<Observation, 'window' | 'windows'>,
): WindowInfo | null {
  const isOfIt = ({ id, pid, owner }: WindowInfo) =>
    window !== null && id !== window.id && (owner === window.id || pid === window.pid)
  const dialog = windows.find((one) => one.modal && one.active && isOfIt(one)) ?? null
  const isMeant = dialog !== null && act.target !== null && sameName(dialog.title, act.target.window)
  return isMeant ? null : dialog
}

/** Returns the control, or why it is missing. */
export async function findByLocator(locator: Locator, observation: Observation): Promise<Control | Missing> {
  const titles = new Map(observation.windows.map(({ id, title }) => [id, title]))
  const match = matchLocator(locator, observation.controls, ({ window_id }) => titles.get(window_id) ?? null)
  if (match.kind === 'found') return match.control
  const seen = match.kind === 'ambiguous' ? await byLook(locator, match.best, observation) : null
  return seen ?? missing(locator, match)
}

/** Finds, of controls that fit equally well, the only one with the recorded look. */
async function byLook(
  { picture }: Locator,
  best: readonly Candidate<Control>[],
  observation: Observation,
): Promise<Control | null> {
  const shown = observation.picture
  if (picture === null || !shown) return null
  const whole = { ...shown, data: Buffer.from(shown.data, 'base64') }
  const rated = await Promise.all(
    best.map(async ({ control }) => {
      const patch = await patchOf(whole, control)
      return { control, alike: patch === null ? -1 : await likeness(picture, patch) }
    }),
  )
  const [first, second] = rated.toSorted((a, b) => b.alike - a.alike)
  if (!first || first.alike < ALIKE.least) return null
  return second && first.alike - second.alike < ALIKE.more ? null : first.control
}

function missing(locator: Locator, match: Exclude<Match<Control>, { kind: 'found' }>): Missing {
  return {
    kind: 'missing',
    looked: locatorWords(locator),
    why: match.kind === 'ambiguous' ? `${match.best.length} fit alike` : match.why,
    nearest: match.nearest.map(({ control }) => controlWords(control)),
  }
}

/** Moves a click on a point of a control to the same point of its present place. */
function atOffset(
  act: PlannedAct,
  { bounds }: Control,
  { window }: Observation,
  parameters: Record<string, unknown>,
): Ready | Missing {
  const { x, y } = act.offset ?? { x: 0.5, y: 0.5 }
  const frame = window?.bounds
  const left = frame ? (bounds.x + x * bounds.width - frame.x) / frame.width : -1
  const top = frame ? (bounds.y + y * bounds.height - frame.y) / frame.height : -1
  if (left < 0 || left > 1 || top < 0 || top > 1) {
    const looked = act.target ? locatorWords(act.target) : 'the point'
    return { kind: 'missing', looked, why: 'it is outside of its window', nearest: [] }
  }
  return { kind: 'ready', parameters: { ...parameters, x: left, y: top, on: 'window' } }
}

/** Checks that the control with the focus, or at a bare point, is the recorded one. Null where it is. */
export function elsewhere(
  { target, aim }: Pick<PlannedAct, 'target' | 'aim'>,
  { control, window }: Pick<TargetDescription, 'control' | 'window'>,
): Missing | null {
  if (!target || (aim !== 'focus' && aim !== null)) return null
  if (control && control.role === target.role && nameFits(target, control.name)) return null
  const there = control ? locatorWords({ ...control, window: window?.title ?? '' }) : 'nothing that is known'
  return {
    kind: 'missing',
    looked: aim === null ? `${locatorWords(target)} at its point` : `the keyboard in ${locatorWords(target)}`,
    why: aim === null ? 'something else is there' : 'it is elsewhere',
    nearest: [there],
  }
}

const controlWords = ({ role, name }: Pick<Control, 'role' | 'name'>): string =>
  name.trim() === '' ? `${role} without a name` : `${role} “${name}”`

export const locatorWords = (locator: Pick<Locator, 'role' | 'name' | 'window'>): string =>
  `${controlWords(locator)} in “${locator.window}”`

export const missingWords = ({ looked, why, nearest }: Missing): string =>
  `Looked for ${looked}: ${why}. ${nearest.length === 0 ? 'There is nothing like it.' : `Nearest: ${nearest.join(', ')}.`}`
