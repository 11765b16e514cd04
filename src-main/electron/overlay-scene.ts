// Reads from the views of the runs that go on what the overlay has to show.
import type { Point } from '../../src-preload/contract/geometry.ts'
import { stepsOf, type ActionView, type RunView } from '../../src-preload/contract/run-view.ts'
import { isBusy } from './observer.ts'

/** Finds the run that acts on the person's own desktop, null when none does. */
export const hostRun = (views: readonly RunView[]): RunView | null =>
  views.find((view) => view.display?.kind === 'host' && isBusy(view)) ?? null

export interface Mark {
  call: string
  /** In screen space. */
  point: Point
}

/** Finds the latest act that was begun, if it is aimed at a point. */
export function markOf(view: RunView): Mark | null {
  // A refused act never began, so it has no time.
  const action = stepsOf(view)
    .at(-1)
    ?.actions.findLast(({ status, ms }) => status === 'acting' || ms !== null)
  const point = action ? aimOf(action) : null
  return action && point ? { call: action.call_id, point } : null
}

function aimOf({ target: { point, bounds } }: ActionView): Point | null {
  if (point !== null || bounds === null) return point
  return { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 }
}

/** Finds where the run is at work: at its last aim, else in the middle of the window it saw last. */
export function placeOf(view: RunView): Point | null {
  for (const step of stepsOf(view).toReversed()) {
    const aim = step.actions.map(aimOf).findLast((point) => point !== null)
    if (aim) return aim
    const seen = step.picture?.bounds
    if (seen) return { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 }
  }
  return null
}
