// Cuts the text of a call, as models write Python, into tokens. It never evaluates any of it.

export type Token =
  | { kind: 'text'; value: string }
  | { kind: 'number'; value: number }
  | { kind: 'name'; value: string }
  | { kind: 'sign'; value: string }

/** A fault of a call, in words for the model that wrote it. */
export class CallFault extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CallFault'
  }
}

const QUOTES: Record<string, string> = {
  '"': '"',
  "'": "'",
  '“': '”',
  '‘': '’',
  '„': '“',
  '「': '」',
  '`': '`',
}
const ESCAPES: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\u0007',
  '0': '\0',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '`': '`',
  '/': '/',
  '\n': '',
}
const NUMBER =
  /[+-]?(?:0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)/y
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy
const SIGNS = new Set(['(', ')', '[', ']', '{', '}', ',', '=', '.', ':', '*', '+'])
const MAX_LENGTH = 200_000

/** Reads tokens from `start` on, one at a time, and never looks past the end of the call. */
export class Lexer {
  readonly #text: string
  #at: number
  #next: Token | null | undefined

  constructor(text: string, start: number) {
    if (text.length > MAX_LENGTH) throw new CallFault('The call is too long.')
    this.#text = text
    this.#at = start
  }

  /** The position of the token after the last one taken. */
  get position(): number {
    return this.#at
  }

  /** Gives the next token without taking it; null at the end. */
  peek(): Token | null {
    if (this.#next === undefined) this.#next = this.#read()
    return this.#next
  }

  take(): Token | null {
    const token = this.peek()
    this.#next = undefined
    return token
  }

  isSign(sign: string): boolean {
    const token = this.peek()
    return token?.kind === 'sign' && token.value === sign
  }

  /** Takes this sign if it is the next token. */
  skip(sign: string): boolean {
    if (!this.isSign(sign)) return false
    this.take()
    return true
  }

  #read(): Token | null {
    this.#skipBlank()
    const char = this.#text[this.#at]
    if (char === undefined) return null
    if (QUOTES[char] !== undefined) return { kind: 'text', value: this.#string('') }
    const number = this.#match(NUMBER)
    if (number !== null) return { kind: 'number', value: toNumber(number) }
    const name = this.#match(NAME)
    if (name !== null) {
      const quote = this.#text[this.#at]
      const isPrefix = /^[rbuf]{1,2}$/i.test(name) && (quote === '"' || quote === "'")
      return isPrefix
        ? { kind: 'text', value: this.#string(name.toLowerCase()) }
        : { kind: 'name', value: name }
    }
    if (!SIGNS.has(char)) throw new CallFault(`“${char}” can’t stand in a call.`)
    this.#at++
    return { kind: 'sign', value: char }
  }

  #skipBlank(): void {
    for (;;) {
      const char = this.#text[this.#at]
      if (char === '#') this.#at = endOfLine(this.#text, this.#at)
      else if (char === '\\' && this.#text[this.#at + 1] === '\n') this.#at += 2
      else if (char !== undefined && /\s/.test(char)) this.#at++
      else return
    }
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0] ?? null
    if (found === null || found === '') return null
    this.#at += found.length
    return found
  }

  /** Reads a quoted string; line breaks in it are kept, even where Python does not allow them. */
  #string(prefix: string): string {
    const open = this.#text[this.#at] ?? ''
    const triple = open.repeat(3)
    const close = this.#text.startsWith(triple, this.#at) ? triple : (QUOTES[open] ?? open)
    this.#at += close.length === 3 ? 3 : 1
    const raw = prefix.includes('r')
    let value = ''
    while (!this.#text.startsWith(close, this.#at)) {
      const char = this.#text[this.#at]
      if (char === undefined) throw new CallFault(`A text that begins with ${open} has no end.`)
      if (char !== '\\') {
        value += char
        this.#at++
      } else if (raw) {
        // As in Python, the backslash stays, and a quote behind it does not end the text.
        value += this.#text.slice(this.#at, this.#at + 2)
        this.#at += 2
      } else value += this.#escape()
    }
    this.#at += close.length
    if (prefix.includes('f') && /\{[^{}]*\}/.test(value)) {
      throw new CallFault('A text with {…} in it can’t be filled in: write the text itself.')
    }
    return value
  }

  #escape(): string {
    const char = this.#text[this.#at + 1]
    if (char === undefined) throw new CallFault('A text ends in the middle of an escape.')
    const code = /^(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8}))/.exec(
      this.#text.slice(this.#at + 1, this.#at + 10),
    )
    if (code) {
      this.#at += 1 + code[0].length
      const point = Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16)
      if (point > 0x10ffff) throw new CallFault(`\\${code[0]} is no character.`)
      return code[2] === undefined ? String.fromCodePoint(point) : String.fromCharCode(point)
    }
    this.#at += 2
    return ESCAPES[char] ?? `\\${char}`
  }
}

const endOfLine = (text: string, from: number): number => {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

function toNumber(text: string): number {
  const sign = text.startsWith('-') ? -1 : 1
  const value = sign * Number(text.replace(/^[+-]/, '').replaceAll('_', ''))
  if (!Number.isFinite(value)) throw new CallFault(`${text} is no number.`)
  return value
}
