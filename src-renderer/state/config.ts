// The configuration as the windows use it: the whole, with defaults, and what the file itself says.
import { configSchema, type Config } from '../../src-preload/contract/config.ts'
import type { CallOutput } from '../../src-preload/contract/calls.ts'

export interface KnownConfig extends Omit<CallOutput<'read_config'>, 'values' | 'defaults'> {
  values: Config
  defaults: Config
}

/** The program has made both by the schema; one broken by hand is shown with its defaults, so that it can be mended. */
export function configOf(read: CallOutput<'read_config'>): KnownConfig {
  const parsed = configSchema.safeParse(read.values)
  const defaults = configSchema.parse({})
  return { ...read, values: parsed.success ? parsed.data : defaults, defaults }
}

/** Until the configuration can be read. */
export const defaultConfig = (): KnownConfig =>
  configOf({
    values: {},
    own: {},
    defaults: {},
    descriptions: {},
    faults: [],
    path: '',
  })
