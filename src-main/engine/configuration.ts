// The configuration of an engine: the file, and what the command line says on top of it.
import type { Config } from '../../src-preload/contract/config.ts'
import { loadConfig } from '../config/config.ts'
import { UserError } from '../core/errors.ts'
import { ROLES } from '../models/model.ts'

export { createSecrets } from '../config/secrets.ts'

interface Wishes {
  home: string
  overrides?: unknown
  display?: 'auto' | 'host' | 'virtual'
  models?: Record<string, string>
}

export const MODEL_ROLES: readonly string[] = [...ROLES, 'default', 'backup']

/** Throws UserError with one line per fault. */
export function loadConfigWith({ home, overrides, display, models = {} }: Wishes): Promise<Config> {
  const given: Record<string, unknown> = sectionOf(overrides)
  const values = {
    ...given,
    ...(display === undefined ? {} : { display: { ...sectionOf(given['display']), kind: display } }),
    ...(Object.keys(models).length === 0
      ? {}
      : { models: { ...sectionOf(given['models']), ...parseModels(models) } }),
  }
  return loadConfig({ home, overrides: values, roles: MODEL_ROLES })
}

const sectionOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** `preset/model` per role; the model's own name may have slashes. */
function parseModels(
  models: Record<string, string>,
): Record<string, { provider: string; model_name: string }> {
  return Object.fromEntries(
    Object.entries(models).map(([role, text]) => {
      const slash = text.indexOf('/')
      if (!MODEL_ROLES.includes(role)) {
        throw new UserError(`There is no role “${role}”. Use one of: ${MODEL_ROLES.join(', ')}.`)
      }
      if (slash < 1 && text !== 'offline') {
        throw new UserError(`A model is given as PRESET/MODEL, for example openai/gpt-4o; “${text}” is not.`)
      }
      return [
        role,
        {
          provider: slash < 0 ? text : text.slice(0, slash),
          model_name: slash < 0 ? '' : text.slice(slash + 1),
        },
      ]
    }),
  )
}
