// Remembers which documents the run has acted on in which application: “Save All”, the question at closing and programs that save by
// themselves write these, also where another one is in front.
import type { ActFacts } from './act-facts.ts'
import { changesDocument, savesAll, savesByAnswer, savesFront } from './saving.ts'

export class TouchedDocuments {
  /** Process → paths, or only names, of what may be unsaved there. */
  readonly #unsaved = new Map<string, Set<string>>()
  /** What the run has changed by an act that the gate let through. */
  readonly #changed = new Set<string>()

  /** Adds an act that the gate has admitted. */
  add(facts: ActFacts): void {
    const { window, act, dialog, gesture } = facts
    const document = act.target.document ?? null
    if (window === null || dialog || document === null || gesture === 'observe') return
    const process = window.process_name
    const held = this.#unsaved.get(process) ?? new Set()
    if (savesAll(facts)) held.clear()
    else if (savesFront(facts)) held.delete(document)
    else held.add(document)
    this.#unsaved.set(process, held)
    if (changesDocument(facts)) this.#changed.add(document)
  }

  /** Lists the documents that the act saves. */
  savedBy(facts: ActFacts): string[] {
    const front = facts.act.target.document
    const isMany = savesAll(facts) || savesByAnswer(facts)
    const others = isMany ? [...(this.#unsaved.get(facts.window?.process_name ?? '') ?? [])] : []
    const isFront = front != null && !facts.dialog && (savesFront(facts) || isMany)
    return [...new Set([...(isFront ? [front] : []), ...others])]
  }

  /** The document that the act is the first of the run to change; null for none. */
  changedFirst(facts: ActFacts): string | null {
    const document = facts.act.target.document ?? null
    return document !== null && changesDocument(facts) && !this.#changed.has(document) ? document : null
  }
}
