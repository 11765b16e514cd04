// Joins the acts of a run from its events: what was done, where, and with which outcome.
import type {
  Effect,
  EventOf,
  PictureRef,
  SessionEvent,
  TargetSummary,
} from '../../src-preload/contract/events.ts'

export interface RecordedAct {
  /** 0-based number of the step within the run. */
  step: number
  /** Class of the agent. */
  agent: string
  tool: string
  namespace: string | null
  parameters: Record<string, unknown>
  target: TargetSummary
  words: string
  /** The chosen window when the step began. */
  window: EventOf<'observed'>['window']
  picture: PictureRef | null
  result: unknown
  effect: Effect | null
  /** Why it can't be in a plan; null where it can. */
  undone: string | null
}

/** Returns the acts in their order, also those that failed. */
export function actsOf(events: readonly SessionEvent[]): RecordedAct[] {
  const acts = new Map<string, RecordedAct>()
  let agent = ''
  let seen: Pick<RecordedAct, 'window' | 'picture'> = { window: null, picture: null }
  for (const event of events) {
    if (event.type === 'step_started') {
      agent = event.agent
      seen = { window: null, picture: null }
    } else if (event.type === 'observed') {
      seen = { window: event.window, picture: event.picture }
    } else if (event.type === 'act_started') {
      const { call_id, tool_name: tool, namespace, parameters, target, words } = event
      const base = { step: event.step ?? 0, agent, tool, namespace, parameters, target, words }
      acts.set(call_id, { ...base, ...seen, result: null, effect: null, undone: 'its end is not known' })
    } else if (event.type === 'act_finished') {
      const act = acts.get(event.call_id)
      if (!act) continue
      act.result = event.result
      act.undone = event.status === 'success' ? null : `it failed: ${event.error ?? 'no reason given'}`
    } else if (event.type === 'act_repeated') {
      const act = acts.get(event.instead_of)
      if (!act) continue
      acts.delete(event.instead_of)
      acts.set(event.call_id, act)
    } else if (event.type === 'effect_verified') {
      const act = acts.get(event.call_id)
      if (!act) continue
      act.effect = event.effect
      if (event.effect === 'contradicted') act.undone = `it did not have its effect: ${event.evidence}`
    }
  }
  return [...acts.values()]
}

/** Lists acts that the gate or a person refused, in words. They were never begun. */
export function refusedActs(events: readonly SessionEvent[]): string[] {
  const begun = new Set(events.flatMap((event) => (event.type === 'act_started' ? event.call_id : [])))
  return events.flatMap((event) =>
    event.type === 'gate_decided' && !begun.has(event.call_id)
      ? `${event.tool_name}: refused (${event.reason})`
      : [],
  )
}
