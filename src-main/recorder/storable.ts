// What may be written to a run folder: plain JSON, without the secrets that Deskhand knows, and of bounded size.
import { redactKnown } from '../core/redaction.ts'

/** Characters of one string; a tool may read a whole file, and an event is kept in memory by all who show the run. */
const LONGEST_TEXT = 100_000

/** What an act is done again from, when a run goes on or is replayed: a text that was cut would be typed as it is. */
const WHOLE = new Map([
  ['request', true],
  ['parameters', true],
  ['arguments', true],
  ['result', false],
])

const shorten = (text: string) =>
  text.length <= LONGEST_TEXT
    ? text
    : `${text.slice(0, LONGEST_TEXT)}… (${text.length - LONGEST_TEXT} more characters)`

/** One line of JSON, as it is stored. What JSON can't hold becomes text; nothing here throws. */
export function toStoredJson(value: unknown): string {
  const path: object[] = []
  /** Whether all in it stays whole; the outermost key decides. */
  const whole = new WeakMap<object, boolean>()
  const replacer = function (this: object, key: string, item: unknown): unknown {
    const isWhole = whole.get(this) ?? WHOLE.get(key)
    if (typeof item === 'string') return isWhole ? redactKnown(item) : shorten(redactKnown(item))
    if (typeof item === 'bigint') return item.toString()
    if (item instanceof Error) return `${item.name}: ${item.message}`
    if (item instanceof Map) return Object.fromEntries(item)
    if (item instanceof Set) return [...item]
    if (typeof item !== 'object' || item === null) return item
    while (path.length > 0 && path.at(-1) !== this) path.pop()
    if (path.includes(item)) return '[circular]'
    path.push(item)
    if (isWhole !== undefined) whole.set(item, isWhole)
    return item
  }
  try {
    return JSON.stringify(value, replacer) ?? 'null'
  } catch {
    return '"[could not be written as JSON]"'
  }
}
