// Reads the configuration of an engine: the file, and what the command line says on top of it.
import type { Config } from '../../src-preload/contract/config.ts'
import { loadConfig, readConfig } from '../config/config.ts'
import { withoutKey } from '../config/document.ts'
import { UserError } from '../core/errors.ts'
import { isRecord } from '../core/record.ts'
import { resolvePreset } from '../models/presets.ts'
import { MODEL_KEYS, parseModelChoice } from '../models/roles.ts'

export { createSecrets, type KeyStore } from '../config/secrets.ts'

export interface ConfigWishes {
  /** DESKHAND_HOME. */
  home: string
  /** Values that override config.yaml's, in its structure. */
  overrides?: unknown
  display?: Config['display']['kind']
  /** Role → `preset/model`. */
  models?: Record<string, string>
}

/** Throws UserError with one line per fault. */
export function loadConfigWith(wishes: ConfigWishes): Promise<Config> {
  return loadConfig({ home: wishes.home, overrides: overridesOf(wishes), roles: MODEL_KEYS })
}

/** The part of the configuration that can be used, and its faults. */
export interface LenientConfig {
  /** Wrong values are replaced by defaults; an incomplete model is left out. */
  config: Config
  /** `key` is null where the file as a whole is at fault; the message does not repeat it. */
  faults: { key: string | null; message: string }[]
}

/**
 * Loads whatever is valid, for shells with a window in which a person corrects the rest. Throws UserError only for a file that can't be
 * read.
 */
export async function loadConfigLeniently(wishes: ConfigWishes): Promise<LenientConfig> {
  const overrides = overridesOf(wishes)
  const { values, faults } = await readConfig({ home: wishes.home, overrides, roles: MODEL_KEYS })
  const told: LenientConfig['faults'] = faults.map(({ key, where, text }) => {
    const line = /:(\d+)$/.exec(where)?.[1]
    if (key === null) return { key, message: `${where}: ${text}` }
    return { key, message: `${withoutKey(text, key)}${line === undefined ? '' : ` (line ${line})`}` }
  })
  const models: Config['models'] = {}
  for (const [role, model] of Object.entries(values.models)) {
    try {
      if (model.provider !== 'offline') resolvePreset(role, model)
      models[role] = model
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      told.push({ key: error.key, message: error.message })
    }
  }
  return { config: { ...values, models }, faults: told }
}

function overridesOf({ overrides, display, models = {} }: ConfigWishes): Record<string, unknown> {
  const given: Record<string, unknown> = sectionOf(overrides)
  const chosen = Object.entries(models).map(([role, text]) => [role, parseModelChoice(role, text)] as const)
  return {
    ...given,
    ...(display === undefined ? {} : { display: { ...sectionOf(given['display']), kind: display } }),
    ...(chosen.length === 0
      ? {}
      : { models: { ...sectionOf(given['models']), ...Object.fromEntries(chosen) } }),
  }
}

const sectionOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
