// Finds the words of a field of the settings: the names of the words are made from its key.
// locales: settings.fields.*
// locales: settings.model.*
// locales: settings.server.*
import type { TFunction } from 'i18next'

/** Where the words of a field come from: a key of config.yaml, a field of a model, a field of an MCP server. */
export type WordsOf = 'fields' | 'model' | 'server'

type Loose = (key: string) => string

export interface FieldWords {
  label: string
  help: string
  option: (name: string) => string
}

export function fieldWords(t: TFunction, of: WordsOf, key: string): FieldWords {
  const find = t as unknown as Loose
  const at = (name: string): string => find(`settings.${of}.${key}.${name}`)
  return { label: at('label'), help: at('help'), option: (name) => at(`options.${name}`) }
}

const UNITS = {
  'system.max_step': 'steps',
  'system.max_round': 'requests',
  'system.cost_ceiling': 'dollars',
  'system.sleep_time': 'seconds',
  'system.tool_timeout': 'seconds',
  'system.slow_tool': 'seconds',
  'system.history_steps': 'steps',
  'system.max_controls': 'controls',
  'system.thin_pictures_after': 'days',
  'memory.budget': 'tokens',
  'web_search.timeout': 'seconds',
  'aip.heartbeat': 'seconds',
  'aip.result_ttl': 'seconds',
  'aip.max_message': 'mebibytes',
  'queue.lease': 'seconds',
  'queue.max_size': 'mebibytes',
  'display.width': 'pixels',
  'display.height': 'pixels',
  'display.give_back_after': 'minutes',
  max_tokens: 'tokens',
  timeout: 'seconds',
  max_retry: 'times',
  picture_size: 'pixels',
} as const

/** Returns the unit of a number; null where it has none. */
export const unitOf = (t: TFunction, key: string): string | null =>
  key in UNITS ? t(`settings.units.${UNITS[key as keyof typeof UNITS]}`) : null
