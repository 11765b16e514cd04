// Measures what is left of a document's text since the run first acted on it: letter by letter, or line by line, a text is emptied as well as
// by choosing all of it. Where a desktop tells only a part of a text, what the run's keys may have erased of it is counted instead.
import { readFileSync } from 'node:fs'
import { statOf } from '../core/stat.ts'
import type { ActFacts } from './act-facts.ts'
import { erasing, type Caret } from './erased-texts.ts'
import { textOfDocument } from './packed-documents.ts'

/** Characters below which a told text is whole: desktops cut longer ones. */
const WHOLE = 500
/** Bytes up to which a file is read for its text. */
const MAX_FILE = 1_000_000
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

/** How much of the first text is in the present one, from 0 to 1. */
function shareLeft(first: string, present: string): number {
  const byPairs = partsOf(first, false).length < FEW_WORDS
  const parts = partsOf(first, byPairs)
  const left = new Set(partsOf(present, byPairs))
  // One letter stands in a longer word as well, since something was typed beside it.
  const isLeft = (part: string) => left.has(part) || (part.length === 1 && present.includes(part))
  return parts.length === 0 ? 1 : parts.filter(isLeft).length / parts.length
}

interface Area {
  at: string
  text: string
  /** Whether this is all of the text, as it is now. */
  isWhole: boolean
}

/** Controls beside the text of an office: keys there change no document. */
const BESIDE_PAGE = /^(?:edit|combo box|spinner|password|cell|table|button|menu item)$/

/** The text area that the act is aimed at, by its document and its column in the window: two texts may stand side by side. An office tells single paragraphs. */
function areaOf({ control, window, dialog, kind }: ActFacts, document: string | null): Area | null {
  if (dialog || document === null) return null
  const isMultiline = control?.states.includes('multiline') === true
  if (kind === 'office') {
    const isBeside = control !== null && !isMultiline && BESIDE_PAGE.test(control.role)
    const text = isBeside || !document.startsWith('/') ? null : textOfDocument(document)
    return text === null ? null : { at: document, text, isWhole: false }
  }
  if (control !== null && control.role !== 'document' && !isMultiline) return null
  const at =
    control === null
      ? document
      : `${document} ${control.role} ${control.name} ${control.bounds.x - (window?.bounds.x ?? 0)}`
  const value = control?.value
  if (typeof value === 'string' && value.length < WHOLE) return { at, text: value, isWhole: true }
  const text = document.startsWith('/') ? textOfFile(document) : null
  return text === null ? null : { at, text, isWhole: false }
}

/** Null for what is no text, or too long to be read. */
function textOfFile(path: string): string | null {
  const found = statOf(path)
  if (found?.isFile() !== true || found.size > MAX_FILE) return null
  try {
    const text = readFileSync(path, 'utf8')
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

interface Kept {
  /** What stood there when the run first acted on it. */
  text: string
  /** Characters that the run may have erased since. */
  erased: number
  caret: Caret
}

export class LessenedTexts {
  readonly #kept = new Map<string, Kept>()

  /** Adds an act that the gate has admitted. `mayLose`: the person has allowed to lose what stood there. */
  add(facts: ActFacts, document: string | null, mayLose: boolean): void {
    const area = areaOf(facts, document)
    if (area === null) return
    const kept = this.#keptOf(area, mayLose)
    const { erased, caret } = erasing(facts, area.text, kept.caret)
    this.#kept.set(area.at, {
      text: kept.text,
      erased: mayLose ? 0 : Math.max(0, kept.erased + erased),
      caret,
    })
  }

  /** The text that stands in the area that the act is aimed at before the run has acted there for the first time; null later. */
  foundBy(facts: ActFacts, document: string | null): string | null {
    const area = areaOf(facts, document)
    return area === null || this.#kept.has(area.at) ? null : area.text
  }

  /** Whether less than half of the first text may be left in the text area after the act. */
  isLessened(facts: ActFacts, document: string | null): boolean {
    const area = areaOf(facts, document)
    if (area === null) return false
    const kept = this.#keptOf(area)
    const { length } = kept.text.trim()
    const left = area.isWhole ? shareLeft(kept.text, area.text) * length : length - kept.erased
    return (left - erasing(facts, area.text, kept.caret).erased) * 2 < length
  }

  #keptOf({ at, text }: Area, isNew = false): Kept {
    const kept = isNew ? undefined : this.#kept.get(at)
    return kept ?? { text, erased: 0, caret: { chosen: 0, fresh: 0, cut: 0, overwrites: false } }
  }
}
