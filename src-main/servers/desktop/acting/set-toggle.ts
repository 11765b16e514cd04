// Switches a box by a click, or by the space bar where only a part of an item is a box.
import type { ControlRole, ControlState } from '../../../core/desktop.ts'
import { ToolError } from '../../../core/errors.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { DesktopState, Found } from '../state.ts'
import { clickControl, describe, PLAIN_CLICK } from './click.ts'

/** Brings a check box, switch or radio button into the wanted state. Returns false when it already was. */
export async function setToggle(
  state: DesktopState,
  found: Found,
  checked: boolean,
  run: RunControl,
): Promise<boolean> {
  const states = await followed(state, found, run)
  if (!states.some((each) => each === 'checked' || each === 'unchecked' || each === 'mixed')) {
    throw new ToolError(`The ${describe(found)} can't be checked or unchecked.`)
  }
  if (states.includes('checked') === checked && !states.includes('mixed')) return false
  if (found.control.role === 'radio button' && !checked) {
    throw new ToolError(`The ${describe(found)} is unchecked by checking another one of its group.`)
  }
  await clickControl(state, found, PLAIN_CLICK, run)
  const wanted = checked ? 'checked' : 'unchecked'
  if (
    HAS_BOX.has(found.control.role) &&
    !states.includes('mixed') &&
    !(await comesTo(state, found, wanted, run)) &&
    (await isAnsweredIn(state, found, run))
  )
    await state.input.press([['Space']], run)
  // From the mixed state, the first click may lead to either state.
  if (states.includes('mixed') && (await hasBecome(state, found, checked ? 'unchecked' : 'checked', run))) {
    await clickControl(state, found, PLAIN_CLICK, run)
  }
  return true
}

/** Items of which a box is only a part: a click beside it selects them, and the space bar switches it. */
const HAS_BOX = new Set<ControlRole>(['list item', 'tree item', 'row', 'cell'])

/** Milliseconds for the buttons of a tool bar to follow the selection (LibreOffice asks for them when idle). */
const FOLLOW_MS = 500

/** The states of a control, those of a button that may still show what was selected before as it shows them then. */
async function followed(
  { platform }: DesktopState,
  { control, element }: Found,
  run: RunControl,
): Promise<readonly ControlState[]> {
  if (control.role !== 'toggle button' || !element) return control.states
  const isOn = (states: readonly ControlState[]) => states.includes('checked')
  const other = await run.until(async () => {
    const now = await platform.element(element.ref, run)
    return now && isOn(now.states) !== isOn(control.states) ? now.states : null
  }, FOLLOW_MS)
  return other ?? control.states
}

/** Milliseconds for a box to show the effect of a click. */
const TOGGLE_MS = 400

/** Whether it comes to this state, though it may first show the one of before: a key too much would take the click back. */
async function comesTo(
  { platform }: DesktopState,
  { element }: Found,
  wanted: ControlState,
  run: RunControl,
): Promise<boolean> {
  if (!element) return false
  const isSo = async () => ((await platform.element(element.ref, run))?.states.includes(wanted) ? true : null)
  return (await run.until(isSo, TOGGLE_MS)) === true
}

/** Whether the item is still there and its window has the keyboard: a key would press what a click has opened. */
async function isAnsweredIn(
  state: DesktopState,
  { element, window }: Found,
  run: RunControl,
): Promise<boolean> {
  if (!element || !window || (await state.platform.element(element.ref, run)) === null) return false
  return (await state.windows(run)).find(({ active }) => active)?.handle === window.handle
}

/** Whether it reaches this state, and not the other one. */
async function hasBecome(
  state: DesktopState,
  { element }: Found,
  wanted: ControlState,
  run: RunControl,
): Promise<boolean> {
  if (!element) return false
  const states = await run.until(async () => {
    const now = await state.platform.element(element.ref, run)
    return now && !now.states.includes('mixed') ? now.states : null
  }, TOGGLE_MS)
  return states?.includes(wanted) ?? false
}
