// Holds the configuration as the windows use it: the whole, with defaults, and what the file itself sets.
import { configSchema, type Config } from '../../src-preload/contract/config.ts'
import type { CallOutput } from '../../src-preload/contract/calls.ts'

export interface KnownConfig extends Omit<CallOutput<'read_config'>, 'values' | 'defaults'> {
  values: Config
  defaults: Config
}

/** Reads the configuration. The program has made it by the schema; a broken one is shown with defaults, so that it can be corrected. */
export function configOf(read: CallOutput<'read_config'>): KnownConfig {
  const parsed = configSchema.safeParse(read.values)
  const defaults = configSchema.parse({})
  return { ...read, values: parsed.success ? parsed.data : defaults, defaults }
}

/** Returns the defaults, until the configuration can be read. */
export const defaultConfig = (): KnownConfig =>
  configOf({
    values: {},
    own: {},
    defaults: {},
    descriptions: {},
    faults: [],
    path: '',
  })
