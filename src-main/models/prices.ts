// Lists what models cost, in US dollars per 1000 tokens, as their services published it in 2025 and 2026. `prices` in config.yaml
// adds to the list and overrides it.
import { runsHere } from './presets.ts'
import type { Price } from './usage.ts'

const perMillion = (input: number, output: number, cached = input): Price => ({
  input: input / 1000,
  output: output / 1000,
  cached: cached / 1000,
})

/** `provider/model`; a dated model (`gpt-4o-2024-08-06`) has the price of its name. */
const PRICES: Record<string, Price> = {
  'openai/gpt-4o': perMillion(2.5, 10, 1.25),
  'openai/gpt-4o-mini': perMillion(0.15, 0.6, 0.075),
  'openai/gpt-4.1': perMillion(2, 8, 0.5),
  'openai/gpt-4.1-mini': perMillion(0.4, 1.6, 0.1),
  'openai/gpt-4.1-nano': perMillion(0.1, 0.4, 0.025),
  'openai/o3': perMillion(2, 8, 0.5),
  'openai/o4-mini': perMillion(1.1, 4.4, 0.275),
  'openai/gpt-5': perMillion(1.25, 10, 0.125),
  'openai/gpt-5-mini': perMillion(0.25, 2, 0.025),
  'openai/gpt-5-nano': perMillion(0.05, 0.4, 0.005),
  'openai/computer-use-preview': perMillion(3, 12),
  'openai/text-embedding-3-small': perMillion(0.02, 0),
  'openai/text-embedding-3-large': perMillion(0.13, 0),
  'anthropic/claude-opus-4-1': perMillion(15, 75),
  'anthropic/claude-opus-4-5': perMillion(5, 25),
  'anthropic/claude-sonnet-4-5': perMillion(3, 15),
  'anthropic/claude-haiku-4-5': perMillion(1, 5),
  'anthropic/claude-opus-5-5': perMillion(4, 20),
  'anthropic/claude-sonnet-5-5': perMillion(2, 10),
  'gemini/gemini-3.5-flash': perMillion(1.5, 9, 0.15),
  'gemini/gemini-2.5-pro': perMillion(1.25, 10),
  'gemini/gemini-2.5-flash': perMillion(0.3, 2.5),
  'gemini/gemini-2.5-flash-lite': perMillion(0.1, 0.4),
}

const FREE: Price = { input: 0, output: 0 }
const DATE = /-(?:\d{8}|\d{4}-\d{2}-\d{2})$/

/** Null when unknown. A local server costs nothing, but `custom` on this machine can be a proxy to a paid service. */
export function priceOf(
  provider: string,
  model: string,
  baseUrl: string,
  own: Record<string, Price>,
): Price | null {
  const name = `${provider}/${model}`
  const undated = name.replace(DATE, '')
  return (
    own[name] ??
    own[undated] ??
    PRICES[name] ??
    PRICES[undated] ??
    (runsHere(provider, baseUrl) ? FREE : null)
  )
}
