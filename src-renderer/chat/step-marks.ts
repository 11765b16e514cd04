// Finds what is marked on the picture of a step: the targets of its acts, as far as the picture shows them.
import type { TargetSummary } from '../../src-preload/contract/events.ts'
import type { Rect } from '../../src-preload/contract/geometry.ts'
import type { ActionView, StepView } from '../../src-preload/contract/run-view.ts'

/** A target in screen space. `number`: which act of several it is, from 1. */
export type Aim = Pick<TargetSummary, 'bounds' | 'point'> & { number?: number | null }

/** Returns the marks. Acts without a position, outside of the picture or on all of it have none. */
export function marksOf(step: StepView): Aim[] {
  const shown = step.picture?.bounds
  if (!shown) return []
  const [first] = step.actions
  return step.actions.flatMap((action, index) => {
    if (action.status === 'skipped' || !isInSameWindow(action, first)) return []
    const { bounds, point } = action.target
    const whole = bounds !== null && covers(bounds, shown)
    // A chosen window is the whole picture; a click into it has a position.
    if (whole && action.tool_name !== 'click_on_coordinates') return []
    const number = step.actions.length > 1 ? index + 1 : null
    return [{ bounds: whole ? null : bounds, point, number }]
  })
}

const covers = (bounds: Rect, shown: Rect): boolean =>
  bounds.width >= shown.width && bounds.height >= shown.height

/** Tells whether an act is in the first one's window, because a later dialog is not in the picture. An edited document's title gets `*`. */
function isInSameWindow(action: ActionView, first: ActionView | undefined): boolean {
  const titleOf = (of: ActionView | undefined) => of?.target.window?.replace(/^\*/, '') ?? null
  return titleOf(action) === titleOf(first)
}
