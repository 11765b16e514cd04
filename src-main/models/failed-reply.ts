// What is told of a call that came to nothing although its service has answered, and wants to be paid.
import type { EventBody } from '../../src-preload/contract/events.ts'
import { ModelError } from '../core/errors.ts'
import type { Model, Role } from './model.ts'

/** The event of its tokens and costs, and their sum for the run; no event where the service has used nothing. */
export function failedReply(
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
