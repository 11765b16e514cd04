// Reads a call that a model wrote: `agent.click("the OK button", num_clicks=2)`, `click(start_box='(5,6)')`. It knows literals,
// keywords and lists, and evaluates nothing, so a reply can do nothing but name an action.
import { CallFault, Lexer, type Token } from './call-lexer.ts'

export type CallValue = string | number | boolean | null | CallValue[] | { [key: string]: CallValue }

export interface Call {
  name: string
  positional: CallValue[]
  keywords: Record<string, CallValue>
}

/** The differences between callers. */
export interface CallDialect {
  /** Says how a call of this name is written, for a model that wrote it wrongly. */
  usageOf: (name: string) => string
  /** Arguments may come without their names. */
  positional: boolean
  /** Names may contain dots: of `agent.click` the last part counts, and the value `MouseButton.LEFT` is "left". */
  dotted: boolean
  /** Functions that may wrap a literal: `int("2")`. */
  casts: Readonly<Record<string, (value: CallValue) => CallValue>>
}

const CONSTANTS: Record<string, CallValue> = {
  True: true,
  False: false,
  None: null,
  true: true,
  false: false,
  null: null,
}
const MAX_DEPTH = 20

/** Parses the call that begins at `start`, and says where it ends. Throws CallFault that tells the model what is wrong. */
export function parseCall(text: string, dialect: CallDialect, start = 0): { call: Call; end: number } {
  return new CallParser(new Lexer(text, start), dialect).call()
}

class CallParser {
  readonly #lexer: Lexer
  readonly #dialect: CallDialect

  constructor(lexer: Lexer, dialect: CallDialect) {
    this.#lexer = lexer
    this.#dialect = dialect
  }

  call(): { call: Call; end: number } {
    const lexer = this.#lexer
    let name = this.#name()
    while (this.#dialect.dotted && lexer.skip('.')) name = this.#name()
    if (!lexer.skip('(')) throw new CallFault(`${name} is not called: write ${this.#dialect.usageOf(name)}.`)
    const call: Call = { name, positional: [], keywords: Object.create(null) as Call['keywords'] }
    while (!lexer.isSign(')')) {
      this.#argument(call)
      if (lexer.skip(',')) continue
      if (!lexer.isSign(')'))
        throw unexpected(lexer.peek(), ` in ${name}(…)`, 'arguments are separated by commas')
    }
    const { position } = lexer
    lexer.take()
    return { call, end: position }
  }

  #name(): string {
    const token = this.#lexer.take()
    if (token?.kind === 'name') return token.value
    throw unexpected(token, '', `a call begins with its name, as in ${this.#dialect.usageOf('click')}`)
  }

  #argument(call: Call): void {
    const lexer = this.#lexer
    if (lexer.isSign('*')) throw new CallFault('Arguments with * can’t be used: write each one.')
    const first = lexer.peek()
    if (first?.kind !== 'name') {
      this.#mindPosition(call)
      this.#addPositional(call, this.#value(0))
      return
    }
    lexer.take()
    if (!lexer.skip('=')) {
      this.#mindPosition(call)
      this.#addPositional(call, this.#joined(this.#named(first.value, 0)))
      return
    }
    if (lexer.isSign('=')) throw new CallFault(`A comparison (${first.value} == …) can’t be an argument.`)
    if (first.value in call.keywords) throw new CallFault(`The argument ${first.value} is given twice.`)
    call.keywords[first.value] = this.#value(0)
  }

  #mindPosition({ name }: Call): void {
    if (this.#dialect.positional) return
    throw new CallFault(`Name each argument of ${name}: ${this.#dialect.usageOf(name)}.`)
  }

  #addPositional(call: Call, value: CallValue): void {
    if (Object.keys(call.keywords).length > 0) {
      throw new CallFault('An argument without a name can’t follow one with a name: name it, too.')
    }
    call.positional.push(value)
  }

  #value(depth: number): CallValue {
    if (depth > MAX_DEPTH) throw new CallFault('The lists are nested too deeply.')
    const token = this.#lexer.take()
    if (token === null) throw new CallFault('The call has no end: a value or “)” is missing.')
    if (token.kind === 'name') return this.#joined(this.#named(token.value, depth))
    if (token.kind !== 'sign') return this.#joined(token.value)
    if (token.value === '[') return this.#items(']', depth).items
    if (token.value === '{') return this.#braces(depth)
    if (token.value !== '(')
      throw unexpected(token, '', 'a value is a text in quotes, a number, True, False, None or a list')
    const { items, commas } = this.#items(')', depth)
    return items.length === 1 && commas === 0 ? this.#joined(items[0] ?? null) : items
  }

  /** Joins texts that follow each other, or have a plus between them, into one text. */
  #joined(first: CallValue): CallValue {
    const lexer = this.#lexer
    if (typeof first !== 'string') {
      if (lexer.isSign('+') || lexer.isSign('*'))
        throw new CallFault('Write the value itself, no calculation.')
      return first
    }
    let value = first
    for (;;) {
      const plus = lexer.skip('+')
      const token = lexer.peek()
      if (token?.kind !== 'text') {
        if (plus) throw new CallFault('Only texts can be put together with +.')
        if (lexer.isSign('.') || lexer.isSign('*'))
          throw new CallFault('Write the text itself, no calculation.')
        return value
      }
      lexer.take()
      value += token.value
    }
  }

  #items(close: string, depth: number): { items: CallValue[]; commas: number } {
    const lexer = this.#lexer
    const items: CallValue[] = []
    let commas = 0
    while (!lexer.isSign(close)) {
      if (lexer.peek() === null) throw new CallFault(`A list has no end: “${close}” is missing.`)
      items.push(this.#value(depth + 1))
      if (lexer.skip(',')) commas++
      else if (!lexer.isSign(close))
        throw unexpected(lexer.peek(), ' in a list', 'its items are separated by commas')
    }
    lexer.take()
    return { items, commas }
  }

  /** Reads a dictionary, or a set, which becomes a list. */
  #braces(depth: number): CallValue {
    const lexer = this.#lexer
    const record = Object.create(null) as { [key: string]: CallValue }
    const items: CallValue[] = []
    let pairs = 0
    while (!lexer.isSign('}')) {
      if (lexer.peek() === null) throw new CallFault('“}” is missing.')
      const key = this.#value(depth + 1)
      if (lexer.skip(':')) {
        if (typeof key !== 'string') throw new CallFault('Keys of a dictionary are texts in quotes.')
        record[key] = this.#value(depth + 1)
        pairs++
      } else items.push(key)
      if (!lexer.skip(',') && !lexer.isSign('}'))
        throw unexpected(lexer.peek(), ' in {…}', 'its items are separated by commas')
    }
    lexer.take()
    if (pairs > 0 && items.length > 0) throw new CallFault('A dictionary has a value for each of its keys.')
    return items.length > 0 ? items : record
  }

  #named(name: string, depth: number): CallValue {
    const lexer = this.#lexer
    const cast = Object.hasOwn(this.#dialect.casts, name) ? this.#dialect.casts[name] : undefined
    if (cast && lexer.skip('(')) {
      const { items } = this.#items(')', depth + 1)
      const [only] = items
      if (items.length !== 1 || only === undefined) throw new CallFault(`${name}(…) takes one value.`)
      return cast(only)
    }
    if (Object.hasOwn(CONSTANTS, name)) return CONSTANTS[name] ?? null
    if (!this.#dialect.dotted) throw new CallFault(`“${name}” is no value: write texts in quotes.`)
    if (lexer.isSign('('))
      throw new CallFault(`${name}(…) can’t be used inside a call: write the value itself.`)
    // A name with dots is a member of an enumeration: `MouseButton.LEFT` means "left".
    let last = name
    while (lexer.skip('.')) last = this.#name()
    if (last !== name) return last.toLowerCase()
    throw new CallFault(`${name} is not known here: write the value itself, texts in quotes.`)
  }
}

const unexpected = (token: Token | null, where: string, rule: string): CallFault =>
  new CallFault(
    token === null
      ? `The call has no end${where}: ${rule}.`
      : `“${token.value}” was not expected${where}: ${rule}.`,
  )
