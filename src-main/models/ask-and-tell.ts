// A call of a model as a run has it: told with what it has used, and paid, also where it came to nothing.
import type { EventBody } from '../../src-preload/contract/events.ts'
import type { Clock } from '../core/clock.ts'
import { ModelError } from '../core/errors.ts'
import type { EventSink } from '../core/event-sink.ts'
import type { RunControl } from '../core/run-control.ts'
import type { Model, ModelReply, ModelRequest, Role } from './model.ts'

/** What became of asking a model; `cost` is null where a price is unknown. */
export interface Asked {
  cost: number | null
  outcome: ModelReply<unknown> | Error
}

interface Around {
  model: Model
  sink: EventSink
  clock: Clock
  /** Hears what it cost and what came of it, also when it failed. */
  paid: (asked: Asked) => void
}

/** Throws what the model throws, once that is told and paid. */
export async function askAndTell<T>(
  request: ModelRequest<T>,
  { model, sink, clock, paid }: Around,
  run: RunControl,
): Promise<ModelReply<T>> {
  const { role } = request
  const start = clock.monotonic()
  try {
    const said = await model.ask(request, run)
    const { provider, model: name, usage, attempts } = said
    const ms = clock.monotonic() - start
    sink.emit({ type: 'model_replied', role, provider, model: name, usage, attempts, ms })
    paid({ cost: usage.cost, outcome: said })
    return said
  } catch (error) {
    const { event, cost } = failedReply(error, { model, role, ms: clock.monotonic() - start })
    if (event) sink.emit(event)
    if (error instanceof Error) paid({ cost, outcome: error })
    throw error
  }
}

/** The event of its tokens and costs, and their sum for the run; no event where the service has used nothing. */
function failedReply(
  error: unknown,
  { model, role, ms }: { model: Model; role: Role; ms: number },
): { event: EventBody | null; cost: number | null } {
  const usage = error instanceof ModelError ? error.usage : null
  if (usage === null) return { event: null, cost: 0 }
  const [provider = '', ...name] = model.nameOf(role).split('/')
  // Each repair is a call: at least one is behind it.
  const event = {
    type: 'model_replied' as const,
    role,
    provider,
    model: name.join('/'),
    usage,
    attempts: 1,
    ms,
  }
  return { event, cost: usage.cost }
}
