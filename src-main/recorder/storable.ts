// Prepares values for a run folder: plain JSON, without the secrets that Deskhand knows, and of bounded size.
import { redactKnown } from '../core/redaction.ts'

/** The most characters of one string: a tool may read a whole file, and every program that shows the run keeps its events in memory. */
const MAX_TEXT_LENGTH = 100_000

/** The most values in one another: a program of others answers with as many as it likes, of which JSON's own functions break off. */
const MAX_DEPTH = 100
const UNWRITABLE = '[could not be written as JSON]'

/** Fields that stay whole, because acts are repeated from them in a continued run or a replay, which would type a cut text. */
const WHOLE = new Map([
  ['request', true],
  ['parameters', true],
  ['arguments', true],
  ['result', false],
])

const shorten = (text: string) =>
  text.length <= MAX_TEXT_LENGTH
    ? text
    : `${text.slice(0, MAX_TEXT_LENGTH)}… (${text.length - MAX_TEXT_LENGTH} more characters)`

/** Returns the stored line of JSON. Values that JSON can't hold become text; nothing here throws, and what can't be written costs its field alone. */
export function toStoredJson(value: unknown): string {
  const whole = written(value)
  if (whole !== null) return whole
  if (typeof value !== 'object' || value === null) return JSON.stringify(UNWRITABLE)
  const fields = Object.entries(value).map(
    ([name, field]) => `${JSON.stringify(name)}:${written(field) ?? JSON.stringify(UNWRITABLE)}`,
  )
  return `{${fields.join(',')}}`
}

/** Null where JSON's own functions break off. */
function written(value: unknown): string | null {
  const path: object[] = []
  /** Whether everything in an object stays whole; the outermost key decides. */
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
    if (path.length >= MAX_DEPTH) return '[too deep]'
    path.push(item)
    if (isWhole !== undefined) whole.set(item, isWhole)
    return item
  }
  try {
    return JSON.stringify(value, replacer) ?? 'null'
  } catch {
    return null
  }
}
