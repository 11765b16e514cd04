// Finds a control again that its application has made anew, so that the id which a reply gave for it is gone.
import type { Context } from '../core/context.ts'
import type { Control, Observation } from '../core/desktop.ts'
import type { Route } from '../core/command.ts'
import type { RunControl } from '../core/run-control.ts'
import type { DecidedAction } from './decision.ts'
import { foresee, isForeseen } from './foreseen.ts'
import { controlsNow, lookNow } from './observing.ts'
import { sameLabel } from '../matching/agreement.ts'

interface Scene {
  context: Context
  /** What the reply was made from. */
  observation: Observation
  route: () => Route
  maxControls: number
}

/**
 * Returns the act with the id that its control has now; null where the id is still there, or it is not certain which control is meant. A page
 * that draws its list again, or LibreOffice its slides, gives every item a new object. Role, name and the named control around it must
 * be the only ones of their kind in what the model saw, and again now.
 */
export async function madeAnew(
  action: DecidedAction,
  { context, observation, route, maxControls }: Scene,
  run: RunControl,
): Promise<DecidedAction | null> {
  const { id } = action.arguments
  const meant = observation.controls.find((control) => control.id === id || Number(control.id) === id)
  if (!meant) return byItsName(action, { context, observation, route, maxControls }, run)
  if (meant.name === '') return null
  const before = alike(meant, observation.controls, observation.controls)
  if (before.length !== 1) return null
  const now = await controlsNow(context, route(), maxControls, run)
  if (now.some((control) => control.id === meant.id)) return null
  const [only, ...others] = alike(meant, now, observation.controls)
  return only && others.length === 0 ? { ...action, arguments: { ...action.arguments, id: only.id } } : null
}

/** Finds the control by the name beside an id from an earlier look, as that of a dialog which has been closed and opened again. */
async function byItsName(
  action: DecidedAction,
  scene: Scene,
  run: RunControl,
): Promise<DecidedAction | null> {
  const { id, name } = action.arguments
  const named = { ...action, arguments: { ...action.arguments, id: undefined } }
  if (!/^\d+$/.test(String(id)) || typeof name !== 'string' || !isForeseen(named)) return null
  const { controls = [], windows = [] } =
    (await lookNow(scene.context, scene.route(), scene.maxControls, run)) ?? {}
  // What is there under this id is another matter, and what is not there need not be waited for.
  if (controls.some((control) => control.id === String(id))) return null
  const called = controls.find((control) => sameLabel(control.name, name))
  // “OK” of a message that has come since answers another question.
  const asks = windows.some((window) => window.id === called?.window_id && (window.says ?? null) !== null)
  if (!called || asks) return null
  const found = await foresee(named, scene, run)
  return typeof found === 'string' ? null : found
}

/** Those of `controls` that have the role, the name and the surroundings of `meant`, which is one of `seen`. */
function alike(meant: Control, controls: readonly Control[], seen: readonly Control[]): Control[] {
  const around = surroundings(meant, seen)
  return controls.filter(
    (control) =>
      control.role === meant.role &&
      control.name === meant.name &&
      surroundings(control, controls) === around,
  )
}

/** These change their names with what they show. */
const SHELLS: ReadonlySet<Control['role']> = new Set<Control['role']>([
  'window',
  'dialog',
  'web page',
  'document',
  'tab',
])

/** The nearest named control around one, as role and name. */
function surroundings(control: Control, controls: readonly Control[]): string {
  const byId = new Map(controls.map((each) => [each.id, each]))
  let at = control.parent === null ? undefined : byId.get(control.parent)
  while (at && (at.name === '' || SHELLS.has(at.role)))
    at = at.parent === null ? undefined : byId.get(at.parent)
  return at ? `${at.role} ${at.name}` : ''
}
