// Does work that ends with the window that asked for it.
import { RunControl } from '../core/run-control.ts'
import type { Caller } from './handler.ts'

/** `timeoutMs`: milliseconds in which it must be done; `name` is the subject of the error message for a timeout. */
export async function whileHere<T>(
  caller: Caller,
  work: (run: RunControl) => Promise<T>,
  options: { timeoutMs?: number; name?: string } = {},
): Promise<T> {
  using run = new RunControl(options)
  using _gone = caller.onGone(() => run.stop())
  return await work(run)
}
