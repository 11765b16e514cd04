// Defines the seeds' “Tools”: a role's name, its service, its model and its prompt.
import type { ModelConfig } from '../../src-preload/contract/config.ts'
import { nearest } from '../matching/nearest.ts'
import { UserError } from '../core/errors.ts'
import { ROLES, type Role } from './model.ts'
import { promptPath } from './render/prompts.ts'

/** Keys as in seed 004. */
export interface Tools {
  tool_name: Role
  /** A preset's name, or `offline`. */
  provider: string
  model_name: string
  /** Path of a text file: the person's own prompt, else Deskhand's prompt for `tool_name`. */
  prompt_path: string
}

export type ModelsConfig = Record<string, ModelConfig>

/** Names that `models` may have: the roles, the default model, and the backup. */
export const MODEL_KEYS: readonly string[] = [...ROLES, 'default', 'backup']

/** Reads `PRESET/MODEL`, or `offline`, for a role; the model's own name may contain slashes. Throws UserError. */
export function parseModelChoice(role: string, text: string): Pick<ModelConfig, 'provider' | 'model_name'> {
  if (!MODEL_KEYS.includes(role)) {
    const [meant] = nearest(role, MODEL_KEYS)
    const hint =
      meant === undefined ? `The roles are: ${MODEL_KEYS.join(', ')}.` : `Did you mean ${meant}=${text}?`
    throw new UserError(`There is no role “${role}”. ${hint}`)
  }
  if (text === 'offline') return { provider: text, model_name: '' }
  const [, provider, model_name] = /^([^/\s]+)\/(\S.*)$/.exec(text) ?? []
  if (provider === undefined || model_name === undefined) {
    throw new UserError('Give ROLE=PRESET/MODEL, for example app=openai/gpt-4o, or offline.')
  }
  return { provider, model_name }
}

/** A chat model makes no vectors and finds no places on a screen, so `default` never replaces these. */
const OWN_MODEL: ReadonlySet<Role> = new Set(['embedding', 'operator'])

/** Gives the key of `models` that a role uses: its own, else `default`, else none. */
export function configKeyOf(role: Role, models: ModelsConfig): string | null {
  if (models[role]) return role
  return !OWN_MODEL.has(role) && models['default'] ? 'default' : null
}

/** Says what a role is set up to use. The backup may have answered in the end. */
export function toolOf(
  role: Role,
  models: ModelsConfig,
  prompts: Readonly<Record<string, string>> = {},
): Tools {
  const key = configKeyOf(role, models)
  const config = key === null ? undefined : models[key]
  return {
    tool_name: role,
    provider: config?.provider ?? 'offline',
    model_name: config?.model_name ?? '',
    prompt_path: prompts[role]?.trim() || promptPath(role),
  }
}
