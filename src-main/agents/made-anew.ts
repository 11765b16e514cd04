// Finds a control again that its application has made anew, so that the id which a reply gave for it is gone.
import type { Context } from '../core/context.ts'
import type { Control, Observation } from '../core/desktop.ts'
import type { Route } from '../core/command.ts'
import type { RunControl } from '../core/run-control.ts'
import type { DecidedAction } from './decision.ts'
import { controlsNow } from './observing.ts'

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
  if (!meant || meant.name === '') return null
  const before = alike(meant, observation.controls, observation.controls)
  if (before.length !== 1) return null
  const now = await controlsNow(context, route(), maxControls, run)
  if (now.some((control) => control.id === meant.id)) return null
  const [only, ...others] = alike(meant, now, observation.controls)
  return only && others.length === 0 ? { ...action, arguments: { ...action.arguments, id: only.id } } : null
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
