// Remembers what the run has typed into each window since the last Enter there: a text in pieces, or key by key, is one text.
import type { Control, WindowInfo } from '../core/desktop.ts'
import type { ApplicationKind } from './applications.ts'
import type { KeyKind } from './keys.ts'

/** Where keys go. */
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
  /** Nothing but this stands there, as far as the run has changed it: no key has moved in it, recalled or completed something. */
  isWhole: boolean
}

const NOTHING: TypedLine = { text: '', isWhole: true }
/** Keys that type, or change nothing. */
export const TYPING = /^(type|space|enter|mark)$/
/** Characters of a line; what comes before them is in the run's record. */
const MAX_LINE = 20_000

export class TypedLines {
  readonly #lines = new Map<string, TypedLine>()

  /** What stands before what this act types. */
  before(place: TypingPlace): TypedLine {
    return this.#lines.get(placeOf(place)) ?? NOTHING
  }

  /** An act that was let through. */
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

/** Fields of a page are many; elsewhere the keyboard may be said to be somewhere else while one text is typed. */
const placeOf = ({ window, control, kind }: TypingPlace): string =>
  `${window?.id ?? ''} ${kind === 'browser' ? (control?.id ?? '') : ''}`
