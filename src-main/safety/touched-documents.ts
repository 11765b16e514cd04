// Remembers which documents the run has acted on in which application: “Save All”, the question at closing and programs that save by
// themselves write these, also where another one is in front.
import { documentToolDoes } from '../core/document-tools.ts'
import type { ActFacts } from './act-facts.ts'
import { changesDocument, savesAll, savesByAnswer, savesFront } from './saving.ts'

export class TouchedDocuments {
  /** Process → paths, or only names, of what may be unsaved there. */
  readonly #unsaved = new Map<string, Set<string>>()
  /** What the run has changed by an act that the gate let through. */
  readonly #changed = new Set<string>()
  /** The document of which the act before is the only unsaved change, which the person has allowed: the answer covers its save. */
  #allowed: string | null = null

  /** Whether a tool for documents has changed one in a window since the last save there: the tool does not tell which. */
  #isChangedByTool = false

  /** Adds an act that the gate has admitted. `isAllowed`: the person was asked about the file that it changes, and allowed it. */
  add(facts: ActFacts, isAllowed = false): void {
    const { window, act, dialog, gesture } = facts
    if (gesture === 'observe' || gesture === 'go to window') return
    const document = act.target.document ?? null
    // Any other act in between may change the document in a way that is not known here.
    this.#allowed = null
    if (documentToolDoes(facts.tool) === 'changes') this.#isChangedByTool = true
    else if (facts.kind === 'office' && this.savedBy(facts).length > 0) this.#isChangedByTool = false
    if (window === null || dialog || document === null) return
    const process = window.process_name
    const held = this.#unsaved.get(process) ?? new Set()
    const isFresh = act.target.unsaved === false || !held.has(document)
    if (isAllowed && isFresh && changesDocument(facts) && document.startsWith('/')) this.#allowed = document
    if (savesAll(facts)) held.clear()
    else if (savesFront(facts)) held.delete(document)
    else held.add(document)
    this.#unsaved.set(process, held)
    if (changesDocument(facts)) this.#changed.add(document)
  }

  /** Lists the documents that the act saves, except the one of which the only change was just allowed. */
  savedBy(facts: ActFacts): string[] {
    const front = facts.act.target.document
    const isMany = savesAll(facts) || savesByAnswer(facts)
    const others = isMany ? [...(this.#unsaved.get(facts.window?.process_name ?? '') ?? [])] : []
    const isFront = front != null && !facts.dialog && (savesFront(facts) || isMany)
    return [...new Set([...(isFront ? [front] : []), ...others])].filter(
      (document) => document !== this.#allowed,
    )
  }

  /** Lists the documents that the act saves, one of which a tool may have changed in its window. */
  savedAfterTool(facts: ActFacts): string[] {
    return this.#isChangedByTool && facts.kind === 'office' ? this.savedBy(facts) : []
  }

  /** The document that the act changes, and whether it is the first of the run to do so; null for none. */
  changedBy(facts: ActFacts): { document: string; isFirst: boolean } | null {
    const document = facts.act.target.document ?? null
    if (document === null || !changesDocument(facts)) return null
    return { document, isFirst: !this.#changed.has(document) }
  }
}
