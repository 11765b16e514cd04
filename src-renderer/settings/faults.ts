// What is wrong in config.yaml as it stands, by key: a value that was written by hand is shown at its field.
import { configSchema } from '../../src-preload/contract/config.ts'

/** Messages by dotted key; empty for a file that is right. */
export function faultsOf(own: unknown): ReadonlyMap<string, string> {
  const parsed = configSchema.safeParse(own ?? {})
  if (parsed.success) return new Map()
  return new Map(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message]))
}

/** The fault of this key, or of what is within it. */
export function faultAt(faults: ReadonlyMap<string, string>, key: string): string | null {
  const exact = faults.get(key)
  if (exact !== undefined) return exact
  for (const [at, message] of faults) if (at.startsWith(`${key}.`)) return `${at}: ${message}`
  return null
}
