// Measures what is left of a document's text since the run first acted on it: letter by letter, or line by line, a text is emptied as well as
// by choosing all of it.
import type { ActFacts } from './act-facts.ts'

/** Characters below which a told text is whole: desktops cut longer ones. */
const WHOLE = 500
const WORD = /[\p{L}\p{N}]+/gu
/** Words below which a text is compared by pairs of letters: one letter less is not a word less. */
const FEW_WORDS = 8

function partsOf(text: string, byPairs: boolean): string[] {
  const words = text.match(WORD) ?? []
  if (!byPairs) return words
  return words.flatMap((word) =>
    word.length < 2 ? [word] : Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2)),
  )
}

/** The text area that the act is aimed at, by its document and its column: two texts may stand side by side. An office tells single paragraphs. */
const areaOf = ({
  act: { target },
  control,
  dialog,
  kind,
}: ActFacts): { at: string; text: string } | null => {
  const isArea = control?.role === 'document' || control?.states.includes('multiline') === true
  if (!isArea || dialog || kind === 'office' || !target.document || typeof control.value !== 'string')
    return null
  return { at: `${target.document} ${control.role} ${control.name} ${control.bounds.x}`, text: control.value }
}

export class LessenedTexts {
  /** Text area → what stood there when the run first acted on it. */
  readonly #first = new Map<string, string>()

  /** Adds an act that the gate has admitted. `mayLose`: the person has allowed to lose what stood there. */
  add(facts: ActFacts, mayLose: boolean): void {
    const area = areaOf(facts)
    if (area !== null && (mayLose || !this.#first.has(area.at))) this.#first.set(area.at, area.text)
  }

  /** Whether less than half of the first text is left in the text area that the act is aimed at. */
  isLessened(facts: ActFacts): boolean {
    const area = areaOf(facts)
    const first = area === null ? null : (this.#first.get(area.at) ?? null)
    if (area === null || first === null || area.text.length >= WHOLE) return false
    const byPairs = partsOf(first, false).length < FEW_WORDS
    const parts = partsOf(first, byPairs)
    const left = new Set(partsOf(area.text, byPairs))
    return parts.filter((part) => left.has(part)).length * 2 < parts.length
  }
}
