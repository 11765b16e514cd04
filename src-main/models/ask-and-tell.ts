// Makes a run's call of a model: reports what it has used, and counts its cost, also when the call has failed.
import type { Usage } from '../../src-preload/contract/events.ts'
import type { Clock } from '../core/clock.ts'
import { ModelError } from '../core/errors.ts'
import type { EventSink } from '../core/event-sink.ts'
import type { RunControl } from '../core/run-control.ts'
import type { Model, ModelReply, ModelRequest, Role } from './model.ts'

/** The result of asking a model; `cost` is null where a price is unknown. */
export interface Asked<Outcome = ModelReply<unknown>> {
  cost: number | null
  outcome: Outcome | Error
}

interface Around<Outcome> {
  model: Model
  sink: EventSink
  clock: Clock
  /** Called with the cost and the result of the call, also when it failed. */
  paid: (asked: Asked<Outcome>) => void
}

/** Throws what the model throws, once its usage is reported and its cost counted. */
export const askAndTell = <T>(
  request: ModelRequest<T>,
  around: Around<ModelReply<unknown>>,
  run: RunControl,
): Promise<ModelReply<T>> => told(request.role, () => around.model.ask(request, run), around)

/** Gives one vector per text, in their order. Throws what the model throws, once usage is reported and cost counted. */
export async function embedAndTell(
  texts: string[],
  around: Around<unknown>,
  run: RunControl,
): Promise<number[][]> {
  const { vectors } = await told('embedding', () => around.model.embed(texts, run), around)
  return vectors
}

async function told<T extends { usage: Usage; attempts?: number }>(
  role: Role,
  ask: () => Promise<T>,
  { model, sink, clock, paid }: Around<T>,
): Promise<T> {
  const start = clock.elapsed()
  // Each repair is a call of its own, so a reply without a count took one call.
  const tell = (said: { usage: Usage; attempts?: number; provider?: string; model?: string }) => {
    const [provider = '', ...name] = model.nameOf(role).split('/')
    const { usage, attempts = 1 } = said
    const ms = clock.elapsed() - start
    const asked = { provider: said.provider ?? provider, model: said.model ?? name.join('/') }
    sink.emit({ type: 'model_replied', role, ...asked, usage, attempts, ms })
  }
  try {
    const said = await ask()
    tell(said)
    paid({ cost: said.usage.cost, outcome: said })
    return said
  } catch (error) {
    // A call that used nothing of the service is not reported.
    const usage = error instanceof ModelError ? error.usage : null
    if (usage) tell({ usage })
    if (error instanceof Error) paid({ cost: usage ? usage.cost : 0, outcome: error })
    throw error
  }
}
