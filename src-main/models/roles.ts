// The seeds' “Tools”: a role's name, its service, its model and its prompt.
import type { ModelConfig } from '../../src-preload/contract/config.ts'
import type { Role } from './model.ts'
import { promptPath } from './render/prompts.ts'

/** Keys as in seed 004. */
export interface Tools {
  tool_name: Role
  /** A preset's name, or `offline`. */
  provider: string
  model_name: string
  /** Path of a text file, chosen by `tool_name` from a fixed folder. */
  prompt_path: string
}

export type ModelsConfig = Record<string, ModelConfig>

/** The key of `models` that a role uses: its own, else `default`, else none. */
export function configKeyOf(role: Role, models: ModelsConfig): string | null {
  if (models[role]) return role
  // A chat model makes no vectors, so `default` never stands in for `embedding`.
  return role !== 'embedding' && models['default'] ? 'default' : null
}

/** What a role is set up to use. The model that answered in the end may be the backup. */
export function toolOf(role: Role, models: ModelsConfig): Tools {
  const key = configKeyOf(role, models)
  const config = key === null ? undefined : models[key]
  return {
    tool_name: role,
    provider: config?.provider ?? 'offline',
    model_name: config?.model_name ?? '',
    prompt_path: promptPath(role),
  }
}
