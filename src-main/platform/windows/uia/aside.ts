// Asks other processes through UI Automation without waiting longer than asked.
import type { RunControl } from '../../../core/run-control.ts'
import { aside } from '../../native/aside.ts'
import { pointerPlace } from '../../native/library.ts'
import { callAside, release, S_OK, type ComObject } from '../native/com.ts'

/** The result of a question: the HRESULT with the object (0n for none), or null when there was no answer in time. */
export type Answer = { code: number; object: ComObject } | null

/** Calls a method that acts. Gives the HRESULT, null when it has not returned in time. */
export const carryOut = (
  object: ComObject,
  [place, signature = '', ...args]: [place: number, signature?: string, ...args: unknown[]],
  ms: number,
  run: RunControl,
): Promise<number | null> => aside(callAside(object, place, signature, ...args), ms, run)

/** Calls a method whose last parameter takes an object; `answered` is called when it has returned, also too late. */
export function ask(
  object: ComObject,
  [place, signature, ...args]: [place: number, signature: string, ...args: unknown[]],
  ms: number,
  run: RunControl,
  answered: () => void = () => {},
): Promise<Answer> {
  const given = pointerPlace()
  const parameters = `${signature}${signature === '' ? '' : ', '}_Out_ int64_t *object`
  const call = callAside(object, place, parameters, ...args, given)
  const answer = call
    .then((code) => ({ code, object: code === S_OK ? (given[0] ?? 0n) : 0n }))
    .finally(answered)
  return aside(answer, ms, run, (late) => release(late.object))
}
