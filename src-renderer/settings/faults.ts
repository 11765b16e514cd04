// Reads the present faults of config.yaml, so that a value that was written by hand is shown at its field.
import { saidNow } from '../state/sentences.ts'

export interface FileFault {
  /** Dotted; null where only an editor can correct it. */
  key: string | null
  message: string
}

/** Returns the fault of this key, or of a key within it. */
export function faultAt(faults: readonly FileFault[], key: string): string | null {
  const exact = faults.find((fault) => fault.key === key)
  if (exact) return saidNow(exact.message)
  const within = faults.find((fault) => fault.key?.startsWith(`${key}.`))
  return within ? `${within.key}: ${saidNow(within.message)}` : null
}
