// Acts on an element by what it says that it can do. An act that has not returned in time is delivered: a program that answers with
// a modal window returns when that is closed.
import type { RunControl } from '../../../core/run-control.ts'
import { AX_ERROR } from '../native/accessibility.ts'
import { makeArray, makeFlag, makeNumber, makeText, release, type Ref } from '../native/core-foundation.ts'
import { canSet, perform, setTo } from './ask.ts'
import { actionNamed } from './describe.ts'
import { elementOf, numberOf, type Facts } from './facts.ts'

/** Errors that come before anything is done; after any other error the act may have happened. */
const REFUSALS: ReadonlySet<number> = new Set([
  AX_ERROR.illegalArgument,
  AX_ERROR.invalidElement,
  AX_ERROR.attributeUnsupported,
  AX_ERROR.actionUnsupported,
  AX_ERROR.notImplemented,
  AX_ERROR.apiDisabled,
  AX_ERROR.noValue,
])
const isDelivered = (code: number | null): boolean => code === null || !REFUSALS.has(code)
/** A value that was set, or may still be. */
const isSet = (code: number | null): boolean =>
  code === null || code === AX_ERROR.none || code === AX_ERROR.cannotComplete

/** The default action is the first of these that an element has. */
const DEFAULTS = ['AXPress', 'AXConfirm', 'AXPick', 'AXOpen'] as const

/** Does the action of this word, as the element lists it; without one its default. */
export async function invoke(
  element: Ref,
  { actions }: Facts,
  word: string | null,
  run: RunControl,
): Promise<boolean> {
  const action = word === null ? DEFAULTS.find((one) => actions.includes(one)) : actionNamed(word, actions)
  if (action === undefined || action === null) return false
  await run.checkpoint()
  return isDelivered(await perform(element, action, run))
}

export async function setFlag(element: Ref, name: string, flag: boolean, run: RunControl): Promise<boolean> {
  await run.checkpoint()
  return isSet(await setTo(element, name, makeFlag(flag), run))
}

async function setValueTo(element: Ref, value: Ref, run: RunControl): Promise<boolean> {
  try {
    await run.checkpoint()
    return isSet(await setTo(element, 'AXValue', value, run))
  } finally {
    release(value)
  }
}

export const setText = async (
  element: Ref,
  { kind, settable }: Facts,
  text: string,
  run: RunControl,
): Promise<boolean> => (kind.writes && settable ? setValueTo(element, makeText(text), run) : false)

/** Sets a number within what the element takes. */
export async function setNumber(
  element: Ref,
  { kind, settable }: Facts,
  value: number,
  run: RunControl,
): Promise<boolean> {
  if (!kind.writes || !settable || !/^(slider|spinner)$/.test(kind.role)) return false
  const minimum = await numberOf(element, 'AXMinValue', run)
  const maximum = await numberOf(element, 'AXMaxValue', run)
  if ((minimum !== null && value < minimum) || (maximum !== null && value > maximum)) return false
  return setValueTo(element, makeNumber(value), run)
}

/** Selects an item: by itself, through the list that it is in, or by pressing it. */
export async function select(element: Ref, facts: Facts, run: RunControl): Promise<boolean> {
  const { role } = facts.kind
  if (await canSet(element, 'AXSelected', run)) return setFlag(element, 'AXSelected', true, run)
  if (facts.axRole === 'AXRow') {
    const list = await elementOf(element, 'AXParent', run)
    const rows = makeArray([element])
    try {
      if (list === 0n || !(await canSet(list, 'AXSelectedRows', run))) return false
      await run.checkpoint()
      return isSet(await setTo(list, 'AXSelectedRows', rows, run))
    } finally {
      release(rows)
      release(list)
    }
  }
  const isPressed = role === 'tab' || role === 'menu item' || role === 'radio button' || role === 'list item'
  return isPressed ? invoke(element, facts, null, run) : false
}

export const scrollIntoView = async (element: Ref, { actions }: Facts, run: RunControl): Promise<boolean> => {
  if (!actions.includes('AXScrollToVisible')) return false
  await run.checkpoint()
  return isDelivered(await perform(element, 'AXScrollToVisible', run))
}

/** Asks for the keyboard; the caller checks afterwards. */
export const takeKeyboard = (element: Ref, run: RunControl): Promise<boolean> =>
  setFlag(element, 'AXFocused', true, run)

/**
 * Asks an application to build its tree, which Chromium does only for those who ask: Electron has an attribute of its own for that. The other
 * one also changes how windows move, so it is set only where that is not known.
 */
export async function wake(application: Ref, run: RunControl): Promise<void> {
  const on = makeFlag(true)
  const code = await setTo(application, 'AXManualAccessibility', on, run)
  if (code !== null && code !== AX_ERROR.none) await setTo(application, 'AXEnhancedUserInterface', on, run)
}
