// Makes values that are partly wrong usable: each wrong one gets its default.
import { configSchema, type Config } from '../../src-preload/contract/config.ts'
import { isRecord } from '../core/record.ts'

/** Sections whose keys are roles. */
export const ROLE_SECTIONS = ['models', 'prompt_path'] as const

/** More faults than a person would make; with more, only the defaults are left. */
const MAX_FAULTS = 500

/** Removes the faults. `roles`: names that `models` may have; others are left out. Never throws. */
export function withoutFaults(values: unknown, roles: readonly string[] | undefined): Config {
  const copy: unknown = structuredClone(values)
  for (const section of ROLE_SECTIONS) {
    const named = isRecord(copy) ? copy[section] : null
    if (!roles || !isRecord(named)) continue
    for (const role of Object.keys(named)) if (!roles.includes(role)) delete named[role]
  }
  for (let tries = 0; tries < MAX_FAULTS; tries++) {
    const result = configSchema.safeParse(copy)
    if (result.success) return result.data
    const issue = result.error.issues[0]
    if (!issue || !isRecord(copy)) break
    const paths =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
    if (!paths.every((path) => takeOut(copy, path))) break
  }
  return configSchema.parse({})
}

/** Removes the value of a path, or of the nearest existing parent. */
function takeOut(root: unknown, path: readonly PropertyKey[]): boolean {
  const part = path[0]
  if (part === undefined) return false
  const holder = root as Record<PropertyKey, unknown> | unknown[] | null | undefined
  if (typeof holder !== 'object' || holder === null) return false
  const inner: unknown = (holder as Record<PropertyKey, unknown>)[part]
  if (path.length > 1 && takeOut(inner, path.slice(1))) return true
  if (Array.isArray(holder)) return holder.splice(Number(part), 1).length > 0
  return Object.hasOwn(holder, part) && delete holder[part]
}
