// Finds model servers on this machine that answer now, at the ports that they usually have.
import { z } from 'zod'
import type { RunControl } from '../core/run-control.ts'
import { isLoopback, PRESETS } from './presets.ts'

export interface LocalModels {
  /** A preset's name. */
  provider: string
  base_url: string
  models: string[]
}

/** Milliseconds for one server, because a server on this machine answers at once. */
const WITHIN_MS = 500
/** The most characters that are read of an answer. */
const MAX_ANSWER_LENGTH = 1_000_000
const MAX_MODELS = 200

const listSchema = z.looseObject({
  data: z.array(z.looseObject({ id: z.string().min(1).max(300), owned_by: z.string().optional() })),
})

/** Maps the owner in a list of models to the preset, because two of the servers use ports that many programs use. */
const OWNERS: Record<string, string> = { vllm: 'vllm', llamacpp: 'llamacpp', library: 'ollama' }

/** The usual addresses of the presets that run on this machine: preset → base URL. */
export const USUAL_PLACES: Record<string, string> = Object.fromEntries(
  Object.entries(PRESETS).flatMap(([provider, { base_url }]) =>
    base_url !== null && isLoopback(base_url) ? [[provider, base_url]] : [],
  ),
)

/** Asks all addresses at once. Leaves out those that do not answer like a model server. */
export async function findLocalModels(
  run: RunControl,
  places: Record<string, string> = USUAL_PLACES,
): Promise<LocalModels[]> {
  const asked = Object.entries(places).map(([provider, base_url]) => ask(provider, base_url, run))
  return (await run.race(Promise.all(asked))).filter((found) => found !== null)
}

async function ask(provider: string, base_url: string, run: RunControl): Promise<LocalModels | null> {
  try {
    const signal = AbortSignal.any([run.signal, AbortSignal.timeout(WITHIN_MS)])
    const answer = await fetch(`${base_url}/models`, { signal, redirect: 'error' })
    if (!answer.ok || !answer.body) return null
    const list = listSchema.parse(JSON.parse(await textOf(answer.body)))
    const owner = OWNERS[list.data[0]?.owned_by ?? '']
    return {
      provider: owner ?? provider,
      base_url,
      models: list.data.slice(0, MAX_MODELS).map(({ id }) => id),
    }
  } catch {
    return null
  }
}

async function textOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MAX_ANSWER_LENGTH) throw new RangeError('The answer is too long.')
  }
  return text
}
