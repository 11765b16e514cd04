// Tells what a person has written in an event: what they name there, they have named to the gate.
import type { SessionEvent } from '../../src-preload/contract/events.ts'

/** Returns requests, changed words of a checklist, and answers to an agent's question. A yes or no to an act names nothing. */
export function writtenIn(event: SessionEvent): string[] {
  switch (event.type) {
    case 'round_started':
      return [event.request]
    case 'checklist':
      return event.by === 'person' ? event.items.map(({ words }) => words) : []
    case 'question_answered':
      return event.by === 'person' && event.kind === 'question' ? [event.answer] : []
    default:
      return []
  }
}
