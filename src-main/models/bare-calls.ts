// Reads a reply that is nothing but calls of tools, as models write them that were taught another form: as objects, in tags, as code.
import { isRecord } from '../core/record.ts'
import { CallFault } from './call-lexer.ts'
import { parseCall, type CallDialect } from './call-parser.ts'
import { parseLoosely, wholeSpoken } from './extract.ts'

export interface BareCall {
  function: string
  arguments: unknown
}

/** Marks that stand before calls and say nothing. */
const HEADS = /^(?:\[TOOL_CALLS\]|<\|python_tag\|>|(?:Action|Tool call)\s*:)\s*/i
const TAGGED =
  /\s*<(tool_call|function_call|tool_code|invoke|function)(?:[ =]+(?:name=)?["']?(\w+)["']?)?>([^]*?)<\/\1>\s*/y
const WRAPPED = /^<(function_calls|tool_calls)>([^]*)<\/\1>$/
const PARAMETER = /\s*<parameter(?:=| name=)["']?(\w+)["']?>([^]*?)<\/parameter>\s*/y
const DIALECT: CallDialect = {
  usageOf: (name) => `${name}(id="…")`,
  positional: false,
  dotted: false,
  casts: {},
}
const MAX_CALLS = 100

/**
 * Gives the calls, in order; null where anything else is said as well: a call in prose may be one that is quoted, or advised against.
 * @param isTool whether there is such a tool
 */
export function bareCalls(reply: string, isTool: (name: string) => boolean): BareCall[] | null {
  const spoken = wholeSpoken(reply).replace(HEADS, '').trim()
  const text = WRAPPED.exec(spoken)?.[2]?.trim() ?? spoken
  const calls = ofTags(text) ?? ofValue(parseLoosely(text)) ?? ofCode(text)
  if (!calls || calls.length === 0 || calls.length > MAX_CALLS) return null
  return calls.every((call) => isTool(call.function)) ? calls : null
}

/** Reads `<tool_call>{…}</tool_call>`, `<function=click><parameter=id>7</parameter></function>` and their like. */
function ofTags(text: string): BareCall[] | null {
  const calls: BareCall[] = []
  for (let at = 0; at < text.length; at = TAGGED.lastIndex) {
    TAGGED.lastIndex = at
    const [whole, , name, body = ''] = TAGGED.exec(text) ?? []
    if (whole === undefined) return null
    const end = TAGGED.lastIndex
    const inner =
      name === undefined ? bodyCalls(body.trim()) : [{ function: name, arguments: argumentsIn(body) }]
    if (!inner || inner.some((call) => call.arguments === null)) return null
    calls.push(...inner)
    TAGGED.lastIndex = end
  }
  return calls
}

const bodyCalls = (body: string): BareCall[] | null =>
  body.startsWith('<') ? ofTags(body) : (ofValue(parseLoosely(body)) ?? ofCode(body))

function argumentsIn(body: string): Record<string, unknown> | null {
  const value = body.trim() === '' ? {} : parseLoosely(body)
  if (isRecord(value)) return value
  const given: Record<string, unknown> = {}
  for (let at = 0; at < body.length; at = PARAMETER.lastIndex) {
    PARAMETER.lastIndex = at
    const [whole, name = '', text = ''] = PARAMETER.exec(body) ?? []
    if (whole === undefined || name in given) return null
    given[name] = text.replace(/^\n|\n$/g, '')
  }
  return given
}

/** Reads `{"name": …, "arguments": …}`, as services and other agents spell it, or a list of such. */
function ofValue(value: unknown): BareCall[] | null {
  const calls = [value].flat().map(ofObject)
  return calls.some((call) => call === null) ? null : calls.filter((call) => call !== null)
}

const NAMES = ['function', 'name', 'tool', 'tool_name', 'recipient_name', 'action']
const ARGUMENTS = ['arguments', 'parameters', 'args', 'params', 'input', 'action_input', 'tool_input']

function ofObject(value: unknown): BareCall | null {
  if (!isRecord(value)) return null
  if (isRecord(value['function'])) return ofObject(value['function'])
  const keys = Object.keys(value).filter((key) => !(key === 'type' || key === 'id' || key === 'status'))
  const [name, ...names] = keys.filter((key) => NAMES.includes(key))
  const [given, ...others] = keys.filter((key) => ARGUMENTS.includes(key))
  if (name === undefined || given === undefined || names.length + others.length + 2 !== keys.length)
    return null
  const called = value[name]
  return typeof called === 'string' ? { function: called, arguments: value[given] } : null
}

/** Reads `click_input(id="12", name="7")`, also several, in a list or one a line. */
function ofCode(text: string): BareCall[] | null {
  const inner = /^\[([^]*)\]$/.exec(text)?.[1] ?? text
  const calls: BareCall[] = []
  try {
    for (let at = 0; at < inner.length;) {
      const { call, end } = parseCall(inner, DIALECT, at)
      calls.push({ function: call.name, arguments: { ...call.keywords } })
      at = end + (/^[\s,;]*/.exec(inner.slice(end))?.[0].length ?? 0)
    }
  } catch (error) {
    if (error instanceof CallFault) return null
    throw error
  }
  return calls
}
