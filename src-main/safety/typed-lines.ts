// Remembers what the run has typed into each window since the last Enter there: a text in pieces, or key by key, is one text.
import type { Control, WindowInfo } from '../core/desktop.ts'
import type { ApplicationKind } from './applications.ts'
import type { KeyKind } from './keys.ts'

/** The place that receives keys. */
interface TypingPlace {
  window: WindowInfo | null
  control: Control | null
  kind: ApplicationKind | null
}

interface Typing extends TypingPlace {
  typed: string | null
  keys: readonly KeyKind[]
  act: { parameters: Record<string, unknown> }
}

export interface TypedLine {
  text: string
  /** Whether the line contains nothing else that the run put there: no key moved in it, or recalled or completed a text. */
  isWhole: boolean
  /** Whether it was typed after the run had read what others wrote, and nobody was asked about it. */
  isUnasked: boolean
}

const NOTHING: TypedLine = { text: '', isWhole: true, isUnasked: false }
/** Keys that type, or change nothing. */
export const TYPING = /^(type|space|enter|mark)$/
/** The most characters of a line. Earlier ones are in the run's record. */
const MAX_LINE = 20_000
/** The most cleared texts of a window. */
const MAX_CLEARED = 100

export class TypedLines {
  readonly #lines = new Map<string, TypedLine>()
  /** Id of a window → texts that were typed there and then cleared. */
  readonly #cleared = new Map<string, string[]>()
  /** Ids of windows into which the run has pasted, so that not all texts there are known. */
  readonly #pasted = new Set<string>()

  /** Gives the text that stands before what this act types. */
  before(place: TypingPlace): TypedLine {
    return this.#lines.get(placeOf(place)) ?? NOTHING
  }

  /** Gives the texts that nobody was asked about in the other fields of this window, and the cleared ones. */
  elsewhere(place: TypingPlace): string[] {
    const window = windowOf(place)
    const here = placeOf(place)
    const others = [...this.#lines].flatMap(([at, { text, isUnasked }]) =>
      at !== here && isUnasked && at.startsWith(`${window} `) ? [text] : [],
    )
    return [...others, ...(this.#cleared.get(window) ?? [])]
  }

  /** Gives all texts that nobody was asked about in this window; null where one is not known, because it was pasted. */
  unasked(place: TypingPlace): string[] | null {
    const { text, isUnasked } = this.before(place)
    const all = [...(isUnasked ? [text] : []), ...this.elsewhere(place)]
    return this.#pasted.has(windowOf(place)) ? null : all.filter((each) => each !== '')
  }

  /** Adds an act that the gate has admitted. */
  add(typing: Typing, isUnasked = false): void {
    const { window, typed, keys, act } = typing
    if (window === null || keys.length === 0) return
    if (keys.includes('enter')) return void this.#lines.delete(placeOf(typing))
    const clears = act.parameters['clear_current_text'] === true
    if (clears) this.#clear(typing)
    const before = clears ? NOTHING : this.before(typing)
    const text = `${before.text}${typed ?? ''}`.slice(-MAX_LINE)
    this.#lines.set(placeOf(typing), {
      text,
      isWhole: before.isWhole && keys.every((key) => TYPING.test(key)),
      isUnasked,
    })
  }

  /** Remembers that something was pasted into this window. */
  addPasted(place: TypingPlace): void {
    this.#pasted.add(windowOf(place))
  }

  #clear(place: TypingPlace): void {
    const { text, isUnasked } = this.before(place)
    if (text === '' || !isUnasked) return
    const cleared = [...(this.#cleared.get(windowOf(place)) ?? []), text]
    this.#cleared.set(windowOf(place), cleared.slice(-MAX_CLEARED))
  }
}

const windowOf = ({ window }: TypingPlace): string => window?.id ?? ''

/** Names the place of a text: the field in a page, elsewhere the window, because the reported focus may change while one text is typed. */
const placeOf = (place: TypingPlace): string =>
  `${windowOf(place)} ${place.kind === 'browser' ? (place.control?.id ?? '') : ''}`
