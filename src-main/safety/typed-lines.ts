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
}

const NOTHING: TypedLine = { text: '', isWhole: true }
/** Keys that type, or change nothing. */
export const TYPING = /^(type|space|enter|mark)$/
/** The most characters of a line. Earlier ones are in the run's record. */
const MAX_LINE = 20_000

export class TypedLines {
  readonly #lines = new Map<string, TypedLine>()

  /** Gives the text that stands before what this act types. */
  before(place: TypingPlace): TypedLine {
    return this.#lines.get(placeOf(place)) ?? NOTHING
  }

  /** Adds an act that the gate has admitted. */
  add(typing: Typing): void {
    const { window, typed, keys, act } = typing
    if (window === null || keys.length === 0) return
    if (keys.includes('enter')) return void this.#lines.delete(placeOf(typing))
    const before = act.parameters['clear_current_text'] === true ? NOTHING : this.before(typing)
    const text = `${before.text}${typed ?? ''}`.slice(-MAX_LINE)
    this.#lines.set(placeOf(typing), {
      text,
      isWhole: before.isWhole && keys.every((key) => TYPING.test(key)),
    })
  }
}

/** Names the place of a text: the field in a page, elsewhere the window, because the reported focus may change while one text is typed. */
const placeOf = ({ window, control, kind }: TypingPlace): string =>
  `${window?.id ?? ''} ${kind === 'browser' ? (control?.id ?? '') : ''}`
