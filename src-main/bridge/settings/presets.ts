// Lists the services and roles that the settings offer, and the keys that they could use.
import type { ModelPreset } from '../../../src-preload/contract/calls/settings.ts'
import type { Config } from '../../../src-preload/contract/config.ts'
import { isLoopback, PRESETS } from '../../models/presets.ts'
import { MODEL_KEYS } from '../../models/roles.ts'

export const offeredPresets = (): ModelPreset[] =>
  Object.entries(PRESETS).map(([provider, { title, base_url, api_key_name, models }]) => ({
    provider,
    label: provider === 'custom' ? 'OpenAI-compatible' : title,
    base_url,
    api_key_name,
    local: base_url !== null && isLoopback(base_url),
    models: [...models],
  }))

/** Lists the roles, `default` first, because most people set no other. */
export const offeredRoles = (): string[] => ['default', ...MODEL_KEYS.filter((role) => role !== 'default')]

/** Returns the names under which the environment may hold a key that Deskhand would use. */
export function keyNames(config: Config): string[] {
  const names = [...Object.values(PRESETS), ...Object.values(config.models)].map(
    ({ api_key_name }) => api_key_name,
  )
  return [...new Set(names)].filter((name) => name !== null)
}
