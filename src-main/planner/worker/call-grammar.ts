// A small grammar for the one call in a worker's reply: `agent.click("the OK button", num_clicks=2)`. Literals, keywords,
// lists; nothing is evaluated, so a reply can do nothing but name an action.
import { CallFault, Lexer, type Token } from '../../models/call-lexer.ts'

export type CallValue = string | number | boolean | null | CallValue[] | { [key: string]: CallValue }

export interface Call {
  name: string
  positional: CallValue[]
  keywords: Record<string, CallValue>
}

const CONSTANTS: Record<string, CallValue> = {
  True: true,
  False: false,
  None: null,
  true: true,
  false: false,
  null: null,
}
/** Conversions that models write around a literal. */
const CASTS: Record<string, (value: CallValue) => CallValue> = {
  float: (value) => asNumber(value, 'float'),
  int: (value) => Math.trunc(asNumber(value, 'int')),
  str: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
  bool: Boolean,
  list: (value) => asList(value, 'list'),
  tuple: (value) => asList(value, 'tuple'),
}
const DEEPEST = 20

/**
 * The call that begins at `start`, with where it ends. Throws CallFault that tells the model what is wrong. `agent.` in
 * front of its name is taken and may be missing.
 */
export function parseCall(text: string, start = 0): { call: Call; end: number } {
  const lexer = new Lexer(text, start)
  let name = takeName(lexer)
  while (lexer.skip('.')) name = takeName(lexer)
  if (!lexer.skip('(')) throw new CallFault(`${name} is not called: write agent.${name}(…).`)
  const call: Call = { name, positional: [], keywords: Object.create(null) as Call['keywords'] }
  while (!lexer.isSign(')')) {
    takeArgument(lexer, call)
    if (lexer.skip(',')) continue
    if (!lexer.isSign(')')) throw unexpected(lexer.peek(), 'Arguments are separated by commas')
  }
  const { position } = lexer
  lexer.take()
  return { call, end: position }
}

function takeName(lexer: Lexer): string {
  const token = lexer.take()
  if (token?.kind !== 'name') throw unexpected(token, 'A call begins with its name: agent.click(…)')
  return token.value
}

function takeArgument(lexer: Lexer, call: Call): void {
  if (lexer.isSign('*')) throw new CallFault('Arguments with * can’t be used: write each one.')
  const first = lexer.peek()
  if (first?.kind !== 'name') {
    takePositional(lexer, call)
    return
  }
  lexer.take()
  if (!lexer.skip('=')) {
    addPositional(call, joined(lexer, named(lexer, first.value, 0)))
    return
  }
  if (lexer.isSign('=')) throw new CallFault(`A comparison (${first.value} == …) can’t be an argument.`)
  if (first.value in call.keywords) throw new CallFault(`The argument ${first.value} is given twice.`)
  call.keywords[first.value] = takeValue(lexer, 0)
}

function takePositional(lexer: Lexer, call: Call): void {
  addPositional(call, takeValue(lexer, 0))
}

function addPositional(call: Call, value: CallValue): void {
  if (Object.keys(call.keywords).length > 0) {
    throw new CallFault('An argument without a name can’t follow one with a name: name it, too.')
  }
  call.positional.push(value)
}

function takeValue(lexer: Lexer, depth: number): CallValue {
  if (depth > DEEPEST) throw new CallFault('The lists are nested too deeply.')
  const token = lexer.take()
  if (token === null) throw new CallFault('The call has no end: a value or “)” is missing.')
  if (token.kind === 'name') return joined(lexer, named(lexer, token.value, depth))
  if (token.kind !== 'sign') return joined(lexer, token.value)
  if (token.value === '[') return takeItems(lexer, ']', depth).items
  if (token.value === '{') return takeBraces(lexer, depth)
  if (token.value !== '(') {
    throw unexpected(token, 'A value is a text in quotes, a number, True, False, None or a list')
  }
  const { items, commas } = takeItems(lexer, ')', depth)
  return items.length === 1 && commas === 0 ? joined(lexer, items[0] ?? null) : items
}

/** Texts that stand side by side, or with a plus between them, are one text. */
function joined(lexer: Lexer, first: CallValue): CallValue {
  if (typeof first !== 'string') {
    if (lexer.isSign('+') || lexer.isSign('*')) throw new CallFault('Write the value itself, no calculation.')
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

function takeItems(lexer: Lexer, close: string, depth: number): { items: CallValue[]; commas: number } {
  const items: CallValue[] = []
  let commas = 0
  while (!lexer.isSign(close)) {
    if (lexer.peek() === null) throw new CallFault(`A list has no end: “${close}” is missing.`)
    items.push(takeValue(lexer, depth + 1))
    if (lexer.skip(',')) commas++
    else if (!lexer.isSign(close)) throw unexpected(lexer.peek(), 'Items of a list are separated by commas')
  }
  lexer.take()
  return { items, commas }
}

/** A dictionary, or a set, which is taken as a list. */
function takeBraces(lexer: Lexer, depth: number): CallValue {
  const record = Object.create(null) as { [key: string]: CallValue }
  const items: CallValue[] = []
  let pairs = 0
  while (!lexer.isSign('}')) {
    if (lexer.peek() === null) throw new CallFault('“}” is missing.')
    const key = takeValue(lexer, depth + 1)
    if (lexer.skip(':')) {
      if (typeof key !== 'string') throw new CallFault('Keys of a dictionary are texts in quotes.')
      record[key] = takeValue(lexer, depth + 1)
      pairs++
    } else items.push(key)
    if (!lexer.skip(',') && !lexer.isSign('}'))
      throw unexpected(lexer.peek(), 'Items are separated by commas')
  }
  lexer.take()
  if (pairs > 0 && items.length > 0) throw new CallFault('A dictionary has a value for each of its keys.')
  return items.length > 0 ? items : record
}

function named(lexer: Lexer, name: string, depth: number): CallValue {
  const cast = Object.hasOwn(CASTS, name) ? CASTS[name] : undefined
  if (cast && lexer.skip('(')) {
    const { items } = takeItems(lexer, ')', depth + 1)
    const [only] = items
    if (items.length !== 1 || only === undefined) throw new CallFault(`${name}(…) takes one value.`)
    return cast(only)
  }
  if (Object.hasOwn(CONSTANTS, name)) return CONSTANTS[name] ?? null
  if (lexer.isSign('('))
    throw new CallFault(`${name}(…) can’t be used inside a call: write the value itself.`)
  // MouseButton.LEFT: an enumeration's name stands for its value.
  let last = name
  while (lexer.skip('.')) last = takeName(lexer)
  if (last !== name) return last.toLowerCase()
  throw new CallFault(`${name} is not known here: write the value itself, texts in quotes.`)
}

function asNumber(value: CallValue, cast: string): number {
  const number = typeof value === 'number' ? value : typeof value === 'string' ? Number(value) : Number.NaN
  if (!Number.isFinite(number)) throw new CallFault(`${cast}(…) takes a number.`)
  return number
}

function asList(value: CallValue, cast: string): CallValue[] {
  if (!Array.isArray(value)) throw new CallFault(`${cast}(…) takes a list.`)
  return value
}

function unexpected(token: Token | null, rule: string): CallFault {
  return new CallFault(
    token === null ? `${rule}; the call has no end.` : `${rule}; “${token.value}” was not expected.`,
  )
}
