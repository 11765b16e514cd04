// Looks at the desktop again and again, where the system does not report changes.
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Looks until `look` answers true or fails, or until it is disposed of. A failure means that the desktop is lost, which an act on it
 * reports.
 */
export function lookRepeatedly(
  everyMs: number,
  look: (over: AbortSignal) => Promise<boolean>,
): AsyncDisposable {
  const over = new AbortController()
  const watch = async (): Promise<void> => {
    do await wait(everyMs, undefined, { ref: false, signal: over.signal })
    while (!(await look(over.signal)))
  }
  watch().catch(() => {})
  return {
    [Symbol.asyncDispose]: () => {
      over.abort()
      return Promise.resolve()
    },
  }
}
