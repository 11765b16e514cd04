// Digests a run for the history, so that not all of its events must be read: its line, what it has used, its words.
import { z } from 'zod'
import { runSummarySchema } from '../../../src-preload/contract/calls/history.ts'
import type { SessionEvent } from '../../../src-preload/contract/events.ts'
import { summaryOf } from '../../../src-preload/contract/run-summary.ts'
import { runViewOf, type RunView } from '../../../src-preload/contract/run-view.ts'
import { localTime, resultWords } from '../../../src-preload/contract/words.ts'

/** Must be raised when the form of a digest or its index changes; old ones are then made anew. */
export const DIGEST_VERSION = 5
/** The most characters of one text, and of all texts of a run. */
const MAX_TEXT_LENGTH = 4_000
const MAX_RUN_LENGTH = 1_000_000

export const usageSchema = z.object({
  day: z.string(),
  model: z.string(),
  application: z.string(),
  calls: z.number(),
  input_tokens: z.number().nullable(),
  output_tokens: z.number().nullable(),
  cost: z.number().nullable(),
})
export type UsageOfRun = z.infer<typeof usageSchema>

export const digestSchema = z.object({
  /** The stamp of the events from which it was made. */
  stamp: z.string(),
  summary: runSummarySchema,
  finished: z.boolean(),
  usage: z.array(usageSchema),
})
export type Digest = z.infer<typeof digestSchema>

export const textSchema = z.object({
  where: z.enum(['request', 'thought', 'action', 'result']),
  round: z.number().int().nullable(),
  step: z.number().int().nullable(),
  text: z.string(),
})
export type SearchText = z.infer<typeof textSchema>

/**
 * Makes a digest. `status` in its summary is that of the events; whether a run without an end still goes on is checked when it is shown.
 */
export function digestOf(events: SessionEvent[], stamp: string): { digest: Digest; texts: SearchText[] } {
  const view = runViewOf(events)
  return {
    digest: {
      stamp,
      summary: summaryOf(view, true),
      finished: view.finished_at !== null,
      usage: usageOf(events),
    },
    texts: textsOf(view),
  }
}

const dayOf = (time: number): string => localTime(new Date(time)).day
const add = (sum: number | null, more: number | null): number | null =>
  sum === null || more === null ? null : sum + more

/** Makes a row per day, model and application. A call of unknown cost makes the sum of its row unknown. */
function usageOf(events: SessionEvent[]): UsageOfRun[] {
  const rows = new Map<string, UsageOfRun>()
  let application = ''
  for (const event of events) {
    if (event.type === 'step_started') application = ''
    if (event.type === 'observed') application = event.window?.process_name ?? ''
    if (event.type !== 'model_replied') continue
    const { provider, model, usage } = event
    const day = dayOf(event.ts)
    const name = model === '' || model === provider ? provider : `${provider}/${model}`
    const key = JSON.stringify([day, name, application])
    const row = rows.get(key) ?? { ...NOTHING, day, model: name, application }
    rows.set(key, {
      ...row,
      calls: row.calls + 1,
      input_tokens: add(row.input_tokens, usage.input_tokens),
      output_tokens: add(row.output_tokens, usage.output_tokens),
      cost: add(row.cost, usage.cost),
    })
  }
  return [...rows.values()]
}

const NOTHING = { calls: 0, input_tokens: 0, output_tokens: 0, cost: 0 }

function textsOf(view: RunView): SearchText[] {
  const texts: SearchText[] = []
  let room = MAX_RUN_LENGTH
  const tell = (where: SearchText['where'], round: number | null, step: number | null, value: unknown) => {
    const text = resultWords(value).slice(0, Math.min(MAX_TEXT_LENGTH, room)).trim()
    if (text === '') return
    room -= text.length
    texts.push({ where, round, step, text })
  }
  for (const round of view.rounds) {
    tell('request', round.round, null, round.request)
    for (const step of round.steps) {
      for (const thought of [step.thought, step.observation, step.comment])
        tell('thought', round.round, step.step, thought)
      for (const action of step.actions) {
        tell('action', round.round, step.step, action.words)
        if (typeof action.result === 'string') tell('result', round.round, step.step, action.result)
      }
      tell('result', round.round, step.step, step.error)
    }
    tell('result', round.round, null, round.result)
    tell('result', round.round, null, round.error)
  }
  if (view.error !== view.rounds.at(-1)?.error) tell('result', null, null, view.error)
  return texts
}
