// Waits for calls to other programs no longer than asked: such a call can't be ended, so it goes on aside, and what it still gives
// is dropped.
import { StoppedError } from '../../core/errors.ts'
import type { RunControl } from '../../core/run-control.ts'

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

/** Gives what the call gives, or null when it has not returned in time; `drop` frees what comes too late. */
export async function aside<T>(
  call: Promise<T>,
  ms: number,
  run: RunControl,
  drop: (late: T) => void = () => {},
): Promise<T | null> {
  let left = false
  underWay++
  const done = call
    .then((value) => {
      if (left) drop(value)
      return value
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
