// Lists the services that speak the OpenAI protocol, by the name that `provider` has in config.yaml.
import type { ModelConfig } from '../../src-preload/contract/config.ts'
import { UserError } from '../core/errors.ts'

/** The ways to ask a service for JSON, best first. */
export const FORMATS = ['json_schema', 'json_object', 'text'] as const
export type Format = (typeof FORMATS)[number]

export interface Preset {
  title: string
  /** Null where each person has a different one; then `base_url` must be set. */
  base_url: string | null
  /** Name of its key in the environment or among the kept keys; null where it needs none. */
  api_key_name: string | null
  /** The format that the service is known to take; if it is refused, the next one is used. */
  format: Format
  /** OpenAI renamed this parameter; the others know the old name. */
  tokens_key: 'max_tokens' | 'max_completion_tokens'
  /** It keeps the beginning of a prompt only as far as `cache_control` marks it; the others do so by themselves, or never. */
  marks_cache: boolean
  /** Some well-known names to offer, as their makers list them in November 2026; any other can be entered. */
  models: readonly string[]
}

const preset = (
  title: string,
  base_url: string | null,
  api_key_name: string | null,
  more: Partial<Preset> = {},
): Preset => ({
  title,
  base_url,
  api_key_name,
  format: 'json_schema',
  tokens_key: 'max_tokens',
  marks_cache: false,
  models: [],
  ...more,
})

const models = (...names: string[]) => ({ models: names })
const newTokensKey = (...names: string[]) => ({
  tokens_key: 'max_completion_tokens' as const,
  models: names,
})
const jsonObject = (...names: string[]) => ({ format: 'json_object' as const, models: names })

export const PRESETS: Record<string, Preset> = {
  openai: preset(
    'OpenAI',
    'https://api.openai.com/v1',
    'OPENAI_API_KEY',
    newTokensKey('gpt-5.6', 'gpt-5.5', 'gpt-5.4-mini', 'gpt-4.1'),
  ),
  azure: preset('Azure OpenAI', null, 'AZURE_OPENAI_API_KEY', newTokensKey()),
  anthropic: preset(
    'Anthropic',
    'https://api.anthropic.com/v1',
    'ANTHROPIC_API_KEY',
    models('claude-opus-5-5', 'claude-sonnet-5-5', 'claude-haiku-4-5'),
  ),
  gemini: preset(
    'Gemini',
    'https://generativelanguage.googleapis.com/v1beta/openai',
    'GEMINI_API_KEY',
    jsonObject('gemini-3.6-flash', 'gemini-3.5-flash', 'gemini-3.5-flash-lite', 'gemini-3.1-pro-preview'),
  ),
  qwen: preset('Qwen', 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1', 'DASHSCOPE_API_KEY', {
    ...jsonObject('qwen3-vl-plus', 'qwen3-vl-flash'),
    marks_cache: true,
  }),
  deepseek: preset(
    'DeepSeek',
    'https://api.deepseek.com/v1',
    'DEEPSEEK_API_KEY',
    jsonObject('deepseek-chat'),
  ),
  doubao: preset('Doubao', 'https://ark.cn-beijing.volces.com/api/v3', 'ARK_API_KEY', jsonObject()),
  mistral: preset(
    'Mistral',
    'https://api.mistral.ai/v1',
    'MISTRAL_API_KEY',
    models('mistral-large-latest', 'mistral-medium-latest'),
  ),
  openrouter: preset('OpenRouter', 'https://openrouter.ai/api/v1', 'OPENROUTER_API_KEY', {
    ...models('openai/gpt-5.5', 'google/gemini-3.5-flash', 'qwen/qwen3-vl-32b-instruct'),
    marks_cache: true,
  }),
  ollama: preset('Ollama', 'http://127.0.0.1:11434/v1', null, models('qwen3-vl', 'gemma3')),
  vllm: preset('vLLM', 'http://127.0.0.1:8000/v1', null),
  llamacpp: preset('llama.cpp', 'http://127.0.0.1:8080/v1', null),
  lmstudio: preset('LM Studio', 'http://127.0.0.1:1234/v1', null),
  custom: preset('a service of your own', null, null),
}

/** Folds a name, so that `LM Studio`, `llama.cpp` and `OpenAI` are understood, too. */
export const presetName = (provider: string): string => provider.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Throws UserError with the known names. */
export function presetOf(role: string, name: string): { provider: string; preset: Preset } {
  const provider = presetName(name)
  const found = Object.hasOwn(PRESETS, provider) ? PRESETS[provider] : undefined
  if (found) return { provider, preset: found }
  const names = ['offline', ...Object.keys(PRESETS)].join(', ')
  throw new UserError(
    `models.${role}.provider: there is no “${name}”. Use one of ${names}; custom takes any OpenAI-compatible base_url.`,
    { key: `models.${role}.provider` },
  )
}

/** Completes `config` from its preset. Throws UserError that says what to write into config.yaml. */
export function resolvePreset(
  role: string,
  config: ModelConfig,
): { provider: string; preset: Preset; baseUrl: string; keyName: string | null } {
  const { provider, preset: found } = presetOf(role, config.provider)
  if (!config.model_name) {
    throw new UserError(
      `models.${role}.model_name is missing: write the name that the model has at ${found.title}.`,
      { key: `models.${role}.model_name` },
    )
  }
  const baseUrl = config.base_url ?? found.base_url
  if (!baseUrl) {
    const example =
      provider === 'azure' ? 'https://NAME.openai.azure.com/openai/v1' : 'http://127.0.0.1:8000/v1'
    throw new UserError(
      `models.${role}.base_url is missing: write the address of ${found.title}, such as ${example}.`,
      { key: `models.${role}.base_url` },
    )
  }
  return {
    provider,
    preset: found,
    baseUrl: provider === 'azure' ? azureUrl(baseUrl) : baseUrl.replace(/\/+$/, ''),
    keyName: config.api_key_name ?? found.api_key_name,
  }
}

/** Completes the resource's address: version 1 of its interface is below `/openai/v1`. */
function azureUrl(baseUrl: string): string {
  const url = baseUrl.replace(/\/+$/, '')
  return new URL(url).pathname === '/' ? `${url}/openai/v1` : url
}

export const isLoopback = (address: string): boolean => {
  const { hostname } = new URL(address)
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}

/** Tells whether this is a program on this machine that runs models itself. */
export function runsHere(provider: string, baseUrl: string): boolean {
  const usual = PRESETS[provider]?.base_url
  return usual !== null && usual !== undefined && isLoopback(usual) && isLoopback(baseUrl)
}
