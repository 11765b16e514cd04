// Reads and changes config.yaml for the settings, which show exactly what the terminal sees.
import { configSchema } from '../../../src-preload/contract/config.ts'
import type { CallOutput } from '../../../src-preload/contract/calls.ts'
import {
  configPath,
  loadConfig,
  parseValue,
  readConfig,
  setConfigValue,
  unsetConfigValue,
} from '../../config/config.ts'
import { withoutKey } from '../../config/document.ts'
import { descriptions, type ConfigPath } from '../../config/keys.ts'
import { UserError } from '../../core/errors.ts'
import { isRecord } from '../../core/record.ts'
import { loadConfigLeniently } from '../../engine/configuration.ts'
import { presetOf } from '../../models/presets.ts'
import { MODEL_KEYS } from '../../models/roles.ts'

/** Reads the settings. `strict`: throws UserError, with one line per fault, for a file with faults. */
export async function readSettings(
  home: string,
  { strict }: { strict: boolean },
): Promise<CallOutput<'read_config'>> {
  if (strict) await loadConfig({ home })
  // An incomplete model is shown unchanged, with its fault.
  const [{ values, own }, { faults }] = await Promise.all([
    readConfig({ home, roles: MODEL_KEYS }),
    loadConfigLeniently({ home }),
  ])
  return {
    values,
    own,
    defaults: configSchema.parse({}),
    descriptions: descriptions(),
    faults,
    path: configPath(home),
  }
}

/** Sets a value, and returns the other faults of the file, as lines. `typed`: the value is text of a command line. */
export async function setSetting(
  home: string,
  key: ConfigPath,
  given: unknown,
  { typed }: { typed: boolean },
): Promise<string[]> {
  const value = typed && typeof given === 'string' ? parseValue(given) : given
  if (value === undefined) throw new UserError('Give a value.', { key: key.join('.') })
  try {
    checkProviders(key, value)
    const [path, whole] = await withItsAgent(home, key, value)
    return await setConfigValue(home, path, whole, MODEL_KEYS)
  } catch (error) {
    // A window shows the error at its field.
    if (!typed && error instanceof UserError && error.key === key.join('.')) {
      throw new UserError(withoutKey(error.message, error.key), { key: error.key, cause: error })
    }
    throw error
  }
}

/** Adds the agent's built-in servers to the change, because a file that lists one server of an agent must list all of them. */
async function withItsAgent(home: string, key: ConfigPath, value: unknown): Promise<[ConfigPath, unknown]> {
  const [section, agent, ...rest] = key
  if (section !== 'mcp' || agent === undefined || rest.length === 0) return [key, value]
  const { values, own } = await readConfig({ home, roles: MODEL_KEYS })
  const servers = isRecord(own) && isRecord(own['mcp']) ? own['mcp'][agent] : undefined
  const builtIn = values.mcp[agent]
  if (servers !== undefined || builtIn === undefined) return [key, value]
  return [[section, agent], replaced(builtIn, rest, value)]
}

/** Returns a copy with one value replaced. */
function replaced(whole: unknown, [part, ...rest]: ConfigPath, value: unknown): unknown {
  if (part === undefined) return value
  if (Array.isArray(whole)) {
    const copy: unknown[] = [...whole]
    copy[Number(part)] = replaced(copy[Number(part)], rest, value)
    return copy
  }
  const copy = isRecord(whole) ? { ...whole } : {}
  copy[part] = replaced(copy[part], rest, value)
  return copy
}

/** Removes a value; false where the file does not set it. */
export const unsetSetting = (home: string, key: ConfigPath): Promise<boolean> => unsetConfigValue(home, key)

/** Throws for an unknown provider. The schema takes any text, so the error would come only with the next run. */
function checkProviders(key: ConfigPath, value: unknown): void {
  const [section, role, field] = key
  if (section !== 'models') return
  if (role === undefined) {
    if (isRecord(value)) for (const [name, model] of Object.entries(value)) checkProvider(name, model)
  } else checkProvider(String(role), field === undefined ? value : { [field]: value })
}

function checkProvider(role: string, model: unknown): void {
  const provider = isRecord(model) ? model['provider'] : undefined
  if (typeof provider === 'string' && provider !== 'offline') presetOf(role, provider)
}
