// Looks at the desktop again and again, where the system does not tell of changes.
import { setTimeout as wait } from 'node:timers/promises'

/** Looks until `look` answers true, fails (the desktop is lost: whoever acts on it says so), or this is disposed of. */
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
