// Reads what is nearly JSON, as weak models write it: single or curly quotes, bare keys, comments, Python's words, Chinese signs. It
// evaluates nothing. What could be read in two ways is refused.

export type LooseValue = string | number | boolean | null | LooseValue[] | { [key: string]: LooseValue }

const WORDS: Readonly<Record<string, LooseValue>> = {
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
  undefined: null,
}
const CLOSING: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '‘': '’', '`': '`' }
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }
const MAX_DEPTH = 200

/** Throws SyntaxError where it is none, or a field is given twice with two values. */
export function looseJson(text: string): LooseValue {
  const reader = new Reader(text)
  const value = reader.value(0)
  reader.end()
  return value
}

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  value(depth: number): LooseValue {
    if (depth > MAX_DEPTH) throw this.#fault()
    this.#blank()
    const char = this.#text.charAt(this.#at)
    if (this.#skip(/[{｛]/y)) return this.#object(depth)
    if (this.#skip(/[[【]/y)) return this.#list(depth)
    if (char in CLOSING) return this.#string()
    const number = this.#skip(/-?(?:0|[1-9]\d*)?(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y)
    if (/\d/.test(number)) return Number(number)
    const word = this.#skip(/[A-Za-z]+(?!\w)/y)
    const known = word !== '' && Object.hasOwn(WORDS, word) ? WORDS[word] : undefined
    if (known === undefined) throw this.#fault()
    return known
  }

  end(): void {
    this.#blank()
    if (this.#at < this.#text.length) throw this.#fault()
  }

  #object(depth: number): LooseValue {
    const made: Record<string, LooseValue> = {}
    for (;;) {
      this.#blank()
      if (this.#skip(/[}｝]/y)) return made
      const isQuoted = this.#text.charAt(this.#at) in CLOSING
      const key = isQuoted ? this.#string() : this.#skip(/[A-Za-z_]\w*/y)
      this.#blank()
      if ((!isQuoted && key === '') || !this.#skip(/[:：]/y)) throw this.#fault()
      const value = this.value(depth + 1)
      // Which of the two is meant?
      if (Object.hasOwn(made, key) && JSON.stringify(made[key]) !== JSON.stringify(value)) throw this.#fault()
      Object.defineProperty(made, key, { value, enumerable: true, configurable: true, writable: true })
      this.#separator(/[}｝]/y)
    }
  }

  #list(depth: number): LooseValue {
    const items: LooseValue[] = []
    for (;;) {
      this.#blank()
      if (this.#skip(/[\]】]/y)) return items
      items.push(this.value(depth + 1))
      this.#separator(/[\]】]/y)
    }
  }

  /** A comma, which may be missing only before the end. */
  #separator(close: RegExp): void {
    this.#blank()
    if (this.#skip(/[,，、]/y)) return
    close.lastIndex = this.#at
    if (!close.test(this.#text)) throw this.#fault()
  }

  #string(): string {
    const open = this.#text.charAt(this.#at++)
    const close = CLOSING[open]
    let made = ''
    for (;;) {
      const char = this.#text.charAt(this.#at++)
      if (char === '') throw this.#fault()
      if (char === close) return made
      made += char === '\\' ? this.#escaped() : char
    }
  }

  #escaped(): string {
    const char = this.#text.charAt(this.#at++)
    if (char === '') throw this.#fault()
    if (char !== 'u') return ESCAPES[char] ?? char
    const code = this.#skip(/[\da-fA-F]{4}/y)
    if (!code) throw this.#fault()
    return String.fromCharCode(Number.parseInt(code, 16))
  }

  /** Skips blanks and comments. */
  #blank(): void {
    this.#skip(/(?:\s|\/\/[^\n]*|#[^\n]*|\/\*[^]*?\*\/)*/y)
  }

  #skip(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const [found = ''] = pattern.exec(this.#text) ?? []
    this.#at += found.length
    return found
  }

  #fault(): SyntaxError {
    return new SyntaxError(`at ${this.#at}`)
  }
}
