// The configuration of an engine: the file, and what the command line says on top of it.
import type { Config } from '../../src-preload/contract/config.ts'
import { loadConfig } from '../config/config.ts'
import { isRecord } from '../core/record.ts'
import { MODEL_KEYS, parseModelChoice } from '../models/roles.ts'

export { createSecrets } from '../config/secrets.ts'

export interface ConfigWishes {
  /** DESKHAND_HOME. */
  home: string
  /** Values that win over config.yaml's, in its shape. */
  overrides?: unknown
  display?: Config['display']['kind']
  /** Role → `preset/model`. */
  models?: Record<string, string>
}

/** Throws UserError with one line per fault. */
export function loadConfigWith({ home, overrides, display, models = {} }: ConfigWishes): Promise<Config> {
  const given: Record<string, unknown> = sectionOf(overrides)
  const chosen = Object.entries(models).map(([role, text]) => [role, parseModelChoice(role, text)] as const)
  const values = {
    ...given,
    ...(display === undefined ? {} : { display: { ...sectionOf(given['display']), kind: display } }),
    ...(chosen.length === 0
      ? {}
      : { models: { ...sectionOf(given['models']), ...Object.fromEntries(chosen) } }),
  }
  return loadConfig({ home, overrides: values, roles: MODEL_KEYS })
}

const sectionOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
