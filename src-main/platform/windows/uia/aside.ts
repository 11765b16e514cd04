// Asks other processes through UI Automation without waiting longer than asked: the call goes on aside, and what it still gives is
// freed.
import { StoppedError } from '../../../core/errors.ts'
import type { RunControl } from '../../../core/run-control.ts'
import { callAside, release, S_OK, type ComObject } from '../native/com.ts'
import { pointerPlace } from '../native/memory.ts'

/** The result of a question: the HRESULT with the object (0n for none), or null when there was no answer in time. */
export type Answer = { code: number; object: ComObject } | null

/** The most calls that have not returned yet. Each holds a thread, and threads are few. */
const MAX_UNDER_WAY = 3
let underWay = 0
export const isBusy = (): boolean => underWay >= MAX_UNDER_WAY

/** Gives the value, or null when `ms` have passed. Throws StoppedError when the run has to end. */
async function within<T>(promise: Promise<T>, ms: number, run: RunControl): Promise<T | null> {
  using part = run.child({ timeoutMs: Math.max(1, ms) })
  try {
    return await part.race(promise)
  } catch (error) {
    if (error instanceof StoppedError && error.reason === 'deadline' && !run.stopped) return null
    throw error
  }
}

/** Calls a method that acts. Gives the HRESULT, null when it has not returned in time. */
export function carryOut(
  object: ComObject,
  [place, signature = '', ...args]: [place: number, signature?: string, ...args: unknown[]],
  ms: number,
  run: RunControl,
): Promise<number | null> {
  underWay++
  const done = callAside(object, place, signature, ...args).finally(() => void underWay--)
  return within(done, ms, run)
}

/** Calls a method whose last parameter takes an object. */
export async function ask(
  object: ComObject,
  [place, signature, ...args]: [place: number, signature: string, ...args: unknown[]],
  ms: number,
  run: RunControl,
): Promise<Answer> {
  const given = pointerPlace()
  const parameters = `${signature}${signature === '' ? '' : ', '}_Out_ int64_t *object`
  let left = false
  underWay++
  const done = callAside(object, place, parameters, ...args, given)
    .then((code) => {
      const got = code === S_OK ? (given[0] ?? 0n) : 0n
      if (left) release(got)
      return { code, object: got }
    })
    .finally(() => void underWay--)
  try {
    const answer = await within(done, ms, run)
    left = answer === null
    return answer
  } catch (error) {
    left = true
    throw error
  }
}
