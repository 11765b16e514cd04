// Asks an element, and waits no longer than asked. An answer's reference belongs to whoever asked.
import type { RunControl } from '../../../core/run-control.ts'
import { aside, isBusy } from '../../native/aside.ts'
import { pointerPlace } from '../../native/library.ts'
import {
  AX_ERROR,
  copyActions,
  copyAtPoint,
  copyAttribute,
  copyAttributes,
  copyMembers,
  copyParameterized,
  isSettable,
  performAction,
  setAttribute,
} from '../native/accessibility.ts'
import { addNotification } from '../native/observers.ts'
import { nameRef, release, retain, type Ref } from '../native/core-foundation.ts'

/** Milliseconds after which an application is no longer waited for: longer than its own time-out (MESSAGES_S). */
const ANSWER_MS = 1500
/** Seconds that the system waits for an application. */
export const MESSAGES_S = 1

/** `ref` is 0n where there is none; `code` is the AXError. Null when there was no answer in time. */
export type Answer = { code: number; ref: Ref } | null

/** The element, and what is given to it, stay alive until the call has returned. */
async function kept<T>(refs: readonly Ref[], call: () => Promise<T>): Promise<T> {
  for (const ref of refs) retain(ref)
  try {
    return await call()
  } finally {
    for (const ref of refs) release(ref)
  }
}

async function ask(
  refs: readonly Ref[],
  call: (into: BigInt64Array) => Promise<number>,
  run: RunControl,
): Promise<Answer> {
  if (isBusy()) return null
  const into = pointerPlace()
  const answer = kept(refs, () => call(into)).then((code) => ({
    code,
    ref: code === AX_ERROR.none ? (into[0] ?? 0n) : 0n,
  }))
  return aside(answer, ANSWER_MS, run, ({ ref }) => release(ref))
}

async function tell(
  refs: readonly Ref[],
  call: () => Promise<number>,
  run: RunControl,
): Promise<number | null> {
  return isBusy() ? null : aside(kept(refs, call), ANSWER_MS, run)
}

export const attributeOf = (element: Ref, name: string, run: RunControl): Promise<Answer> =>
  ask([element], (into) => copyAttribute(element, nameRef(name), into), run)

/** `names` is an array of texts. The answer is an array of values in their order, with an error in the place of each that fails. */
export const attributesOf = (element: Ref, names: Ref, run: RunControl): Promise<Answer> =>
  ask([element, names], (into) => copyAttributes(element, names, 0, into), run)

/** Gives at most `max` elements of an attribute. */
export const membersOfAttribute = (
  element: Ref,
  name: string,
  max: number,
  run: RunControl,
): Promise<Answer> => ask([element], (into) => copyMembers(element, nameRef(name), 0, max, into), run)

export const parameterizedOf = (
  element: Ref,
  name: string,
  parameter: Ref,
  run: RunControl,
): Promise<Answer> =>
  ask([element, parameter], (into) => copyParameterized(element, nameRef(name), parameter, into), run)

export const actionsOf = (element: Ref, run: RunControl): Promise<Answer> =>
  ask([element], (into) => copyActions(element, into), run)

export const elementAtPoint = (application: Ref, x: number, y: number, run: RunControl): Promise<Answer> =>
  ask([application], (into) => copyAtPoint(application, x, y, into), run)

export async function canSet(element: Ref, name: string, run: RunControl): Promise<boolean> {
  const into = new Uint8Array(1)
  const code = await tell([element], () => isSettable(element, nameRef(name), into), run)
  return code === AX_ERROR.none && into[0] !== 0
}

/** Gives the AXError, null when the application has not answered in time: it may still carry out what it was told. */
export const setTo = (element: Ref, name: string, value: Ref, run: RunControl): Promise<number | null> =>
  tell([element, value], () => setAttribute(element, nameRef(name), value), run)

export const perform = (element: Ref, action: string, run: RunControl): Promise<number | null> =>
  tell([element], () => performAction(element, nameRef(action)), run)

/** Lets an observer hear of this kind of change in an application. An application may not have it, which is an answer, too. */
export const tellOf = (
  observer: Ref,
  application: Ref,
  name: string,
  run: RunControl,
): Promise<number | null> =>
  tell([observer, application], () => addNotification(observer, application, nameRef(name), 0n), run)
