// Finds the model that a role uses, and makes its entry when a service is chosen for it.
import type { Config } from '../../../src-preload/contract/config.ts'
import type { ModelPreset } from '../../../src-preload/contract/calls/settings.ts'

/** The main roles; those of the planner come after them. */
export const MAIN_ROLES = ['default', 'host', 'app', 'linux', 'evaluation', 'backup'] as const
export type MainRole = (typeof MAIN_ROLES)[number]

export const isMainRole = (role: string): role is MainRole => (MAIN_ROLES as readonly string[]).includes(role)

export const OFFLINE: ModelPreset = {
  provider: 'offline',
  label: '',
  base_url: null,
  api_key_name: null,
  local: true,
  models: [],
}

/** Returns all services that can be chosen, plain commands first. */
export const withOffline = (presets: readonly ModelPreset[]): ModelPreset[] =>
  presets.some((preset) => preset.provider === 'offline') ? [...presets] : [OFFLINE, ...presets]

export const presetOf = (presets: readonly ModelPreset[], provider: string): ModelPreset | null =>
  presets.find((preset) => preset.provider === provider.toLowerCase().replace(/[^a-z0-9]/g, '')) ?? null

/** Names the model of a role: `OpenAI · gpt-4o`; null where it has none of its own. */
export function modelWords(
  config: Config,
  role: string,
  presets: readonly ModelPreset[],
  offline: string,
): string | null {
  const model = config.models[role]
  if (model === undefined) return role === 'default' ? offline : null
  if (model.provider === 'offline') return offline
  const label = presetOf(presets, model.provider)?.label ?? model.provider
  return model.model_name === '' ? label : `${label} · ${model.model_name}`
}

/**
 * Returns the entry of a role once another service is chosen: keeps its limits, and removes what belongs to the old service.
 * `known` are names of models to begin with.
 */
export function withProvider(
  entry: unknown,
  provider: string,
  known: readonly string[],
): Record<string, unknown> {
  const before = typeof entry === 'object' && entry !== null ? { ...entry } : {}
  const limits = Object.fromEntries(
    Object.entries(before).filter(
      ([name]) => !['provider', 'model_name', 'base_url', 'api_key_name'].includes(name),
    ),
  )
  const model_name = known[0]
  return provider === 'offline' || model_name === undefined
    ? { provider, ...limits }
    : { provider, model_name, ...limits }
}
