// Tells what a person has written in a run: what they name there, they have named to the gate.
import type { SessionEvent } from '../../src-preload/contract/events.ts'

/** Reads the events of a run in their order. */
export class WrittenWords {
  /** Id of an item of a checklist → the words that it had last. A planner or another's plan may have written them. */
  readonly #items = new Map<string, string>()
  /** Open questions → the answers that they offer, which an agent or Deskhand has written. */
  readonly #choices = new Map<string, readonly string[]>()

  /**
   * Returns requests, words that the person has put in place of others in a checklist, and answers of theirs to an agent's question. What
   * they only moved, left out or chose names nothing, and neither does a yes or no to an act.
   */
  of(event: SessionEvent): string[] {
    switch (event.type) {
      case 'round_started':
        return [event.request]
      case 'checklist':
        return event.items.flatMap(({ id, words }) => {
          const before = this.#items.get(id)
          this.#items.set(id, words)
          return event.by === 'person' && words !== before ? [words] : []
        })
      case 'question_asked':
        if (event.choices.length > 0) this.#choices.set(event.question, event.choices)
        return []
      case 'question_answered': {
        const offered = this.#choices.get(event.question) ?? []
        this.#choices.delete(event.question)
        const isOwn = event.by === 'person' && event.kind === 'question' && !offered.includes(event.answer)
        return isOwn ? [event.answer] : []
      }
      default:
        return []
    }
  }
}
