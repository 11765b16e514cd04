// Stores what prompts have in common once: request.log has each prompt whole, and most of it is in the one before, too.
// A long text is cut into runs of lines, a list into runs of items; a run that is new gets a line of its own before the line
// that uses it, and is a number from then on:
//
//     {"part":1,"is":"You work in one application…\n"}
//     {"step":3,"prompt":[{"role":"system","content":{"$text":[1,"one line more"]}}]}
//
// Where a run ends depends on its text, not on its position: a line that is added in the middle makes one run new.
import { createHash } from 'node:crypto'
import { z } from 'zod'

/** The log that is in this form. */
export const REQUEST_LOG = 'request.log'

/** The least characters of a text or list that is cut into parts, and of the shortest part. */
const MIN_PART = 160
/** One in so many of the units that may end a run does end it. */
const ENDS_ONE_IN = 4
/** How many parts are remembered; a part that comes again after that is stored again. */
const MAX_PARTS = 20_000

const partSchema = z.strictObject({ part: z.number().int(), is: z.union([z.string(), z.array(z.unknown())]) })
type Piece = z.infer<typeof partSchema>['is']

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Tells whether a value has keys with a meaning in this form; such an object is wrapped in another. */
const isOwnForm = (value: Record<string, unknown>): boolean =>
  '$text' in value || '$list' in value || '$is' in value || ('part' in value && 'is' in value)

/** Writes the lines of one file. Values are plain JSON. */
export class LogParts {
  readonly #numbers = new Map<string, number>()
  #last = 0

  /** Returns the lines for a value: its new parts, then the value itself. */
  linesOf(value: unknown): string[] {
    const lines: string[] = []
    const whole = this.#encode(value, lines)
    return [...lines, JSON.stringify(whole)]
  }

  #encode(value: unknown, lines: string[]): unknown {
    if (typeof value === 'string') {
      if (value.length < MIN_PART) return value
      const runs = runsOf(value.split(/(?<=\n)/), (line) => line).map((run) => run.join(''))
      return { $text: runs.map((run) => this.#piece(run, lines)) }
    }
    if (Array.isArray(value)) {
      const items = value.map((item) => this.#encode(item, lines))
      if (JSON.stringify(items).length < MIN_PART) return items
      return { $list: runsOf(items, (item) => JSON.stringify(item)).map((run) => this.#piece(run, lines)) }
    }
    if (!isRecord(value)) return value
    if (isOwnForm(value)) return { $is: value }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#encode(item, lines)]))
  }

  /** Returns the number of a piece that is long enough; else the piece. */
  #piece(piece: Piece, lines: string[]): Piece | number {
    const text = JSON.stringify(piece)
    if (text.length < MIN_PART) return piece
    const key = createHash('sha1').update(text).digest('base64')
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    if (this.#numbers.size === MAX_PARTS) this.#numbers.clear()
    const part = ++this.#last
    this.#numbers.set(key, part)
    lines.push(JSON.stringify({ part, is: piece }))
    return part
  }
}

/** Joins units until they are long enough and one of them ends the run. */
function runsOf<T>(units: readonly T[], textOf: (unit: T) => string): T[][] {
  const runs: T[][] = []
  let run: T[] = []
  let length = 0
  for (const unit of units) {
    const text = textOf(unit)
    run.push(unit)
    length += text.length
    if (length < MIN_PART || !isEnd(text)) continue
    runs.push(run)
    run = []
    length = 0
  }
  return run.length > 0 ? [...runs, run] : runs
}

function isEnd(text: string): boolean {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0
  return (sum >>> 8) % ENDS_ONE_IN === 0
}

/** Reads the values of a file in this form, in order. A line that can't be read gives its text. */
export function readLog(text: string): unknown[] {
  const parts = new Map<number, Piece>()
  const values: unknown[] = []
  for (const line of text.split('\n')) {
    if (line === '') continue
    try {
      const value: unknown = JSON.parse(line)
      const { success, data } = partSchema.safeParse(value)
      if (success) parts.set(data.part, data.is)
      else values.push(decode(value, parts))
    } catch {
      values.push(line)
    }
  }
  return values
}

function decode(value: unknown, parts: ReadonlyMap<number, Piece>): unknown {
  const pieces = (from: unknown[]) =>
    from.map((piece) => {
      if (typeof piece !== 'number') return piece
      const part = parts.get(piece)
      if (part === undefined) throw new Error(`There is no part ${piece}.`)
      return part
    })
  if (Array.isArray(value)) return value.map((item) => decode(item, parts))
  if (!isRecord(value)) return value
  if (Array.isArray(value['$text'])) return pieces(value['$text']).join('')
  if (Array.isArray(value['$list']))
    return pieces(value['$list'])
      .flat()
      .map((item) => decode(item, parts))
  if ('$is' in value) return value['$is']
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, decode(item, parts)]))
}
