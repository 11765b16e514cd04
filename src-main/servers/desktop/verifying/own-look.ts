// Tells a control that looks different because it was pressed from an application that has done something.
import type { Rect } from '../../../../src-preload/contract/geometry.ts'
import type { ControlRole } from '../../../core/desktop.ts'
import { intersection } from '../../../core/geometry.ts'
import type { ChangeWatch } from '../../../platform/platform.ts'
import type { ActMemory } from '../acting/act-memory.ts'

/** Controls that look different when they get the keyboard, or lose it. A text of several lines may have been changed. */
const SHOWS_FOCUS: ReadonlySet<ControlRole> = new Set([
  'edit',
  'password',
  'combo box',
  'spinner',
  'button',
  'toggle button',
  'check box',
  'radio button',
  'switch',
  'link',
  'tab',
])
/** Pixels around a control that belong to it: its shadow, and the ring of the focus. */
const RING = 8

/** Parameters of the evidence that pixels have changed. */
export const looksOf = (act: ActMemory, watch: ChangeWatch): Record<string, string> =>
  isOnlyPressed(act, watch) ? { of: 'pressed' } : {}

/** Whether nothing looks different but what was pressed, and what has lost the keyboard to it. False where that is not known. */
function isOnlyPressed({ tool, target: { element }, view }: ActMemory, watch: ChangeWatch): boolean {
  const areas = watch.areas?.() ?? null
  if (tool !== 'click_input' || !element || areas === null) return false
  const left = (view?.elements ?? []).filter(
    ({ role, states }) =>
      states.includes('focused') && SHOWS_FOCUS.has(role) && !states.includes('multiline'),
  )
  const own = [element, ...left].map(({ bounds }) => withRing(bounds))
  return areas.every((area) => own.some((each) => holdsWhole(each, area)))
}

const withRing = ({ x, y, width, height }: Rect): Rect => ({
  x: x - RING,
  y: y - RING,
  width: width + 2 * RING,
  height: height + 2 * RING,
})

function holdsWhole(outer: Rect, inner: Rect): boolean {
  const within = intersection(outer, inner)
  return within !== null && within.width === inner.width && within.height === inner.height
}
