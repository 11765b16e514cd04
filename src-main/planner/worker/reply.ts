// Parses a worker's reply: four headed sections, the last with calls in a fenced block (reference: Lybic, section 5.3).
import { intentOf, signatureOf, type Intent } from './agent-api.ts'
import type { MCPToolInfo } from '../../core/command.ts'
import { CallFault } from '../../models/call-lexer.ts'
import { parseCall, type CallDialect, type CallValue } from '../../models/call-parser.ts'
import { cut } from '../../models/render/data.ts'

export interface PlannedCall {
  /** The call as written. */
  grounded_action: string
  intent: Intent
  /** That the subtask is done once this action has come off; null where nothing says so. */
  done: Intent | null
}

export interface WorkerPlan extends PlannedCall {
  /** Empty where the section is missing, because only the call is required. */
  verification: string
  analysis: string
  next_action: string
  /** Calls beyond the seed's one: each is done where all before it have come off. */
  further: readonly PlannedCall[]
}

const SECTIONS = {
  verification: /\([ \t]*Previous action verification[^)]*\)/i,
  analysis: /\([ \t]*Screenshot analysis[ \t]*\)/i,
  next_action: /\([ \t]*Next action[ \t]*\)/i,
  // The number of blanks is bounded, because some models end in an endless run of them.
  grounded: /(?:\([ \t]{0,9})?Grounded action[ \t]{0,9}\)?:?/i,
}
const MARKS = /`{3,}|~{3,}/g
/** Words that stand for a whole call. */
const WORDS: Record<string, string> = { done: 'agent.done()', fail: 'agent.fail()', wait: 'agent.wait(1)' }
/** The most characters of a reply that a fault repeats. */
const MAX_TOLD_LENGTH = 500
const ONE_CALL =
  'Reply with a call in a code block, such as agent.click("the OK button"), or a few; agent.done(…) may only be the last.'
/** The most calls of a reply; more are a model that finds no end. */
const MAX_CALLS = 30

/** Conversions that models put around a literal. */
const CASTS: CallDialect['casts'] = {
  float: (value) => asNumber(value, 'float'),
  int: (value) => Math.trunc(asNumber(value, 'int')),
  str: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
  bool: Boolean,
  list: (value) => asList(value, 'list'),
  tuple: (value) => asList(value, 'tuple'),
}
/** Python, as far as a single action needs it. */
const DIALECT: CallDialect = {
  usageOf: (name) => `agent.${name}(…)`,
  positional: true,
  dotted: true,
  casts: CASTS,
}

/** `tools` are what may be called beside the actions. Throws CallFault that tells the model what to write instead. */
export function parseWorkerPlan(reply: string, tools: readonly MCPToolInfo[] = []): WorkerPlan {
  const [first, ...further] = callsIn(groundedPart(reply), tools)
  return {
    verification: sectionOf(reply, SECTIONS.verification),
    analysis: sectionOf(reply, SECTIONS.analysis),
    next_action: sectionOf(reply, SECTIONS.next_action),
    ...first,
    further,
  }
}

/** Gives the text after the last heading “Grounded Action”; the whole reply where there is none. */
function groundedPart(reply: string): string {
  const headings = [...reply.matchAll(new RegExp(SECTIONS.grounded, 'gi'))]
  const blocks = blocksIn(reply)
  // A heading inside a fenced block belongs to the call's content.
  const last = headings.findLast(({ index }) => !blocks.some(({ from, to }) => from < index && index < to))
  return last ? reply.slice(last.index + last[0].length) : reply
}

interface Block {
  from: number
  to: number
  /** Without the line with its language. */
  code: string
}

/** Finds fenced blocks: each ends with the next marks of its kind and length. It reads mark by mark, so that no reply takes long. */
function blocksIn(text: string): Block[] {
  const marks = [...text.matchAll(MARKS)]
  const blocks: Block[] = []
  for (let at = 0; at < marks.length; at++) {
    const open = marks[at]
    if (!open) break
    let closing = at + 1
    while (closing < marks.length && !marks[closing]?.[0].startsWith(open[0])) closing++
    const close = marks[closing]
    if (!close) continue
    const code = text.slice(open.index + open[0].length, close.index).replace(/^[^\n`]*\n?/, '')
    blocks.push({ from: open.index, to: close.index + close[0].length, code })
    at = closing
  }
  return blocks
}

function sectionOf(reply: string, heading: RegExp): string {
  const found = heading.exec(reply)
  if (!found) return ''
  const rest = reply.slice(found.index + found[0].length)
  const ends = Object.values(SECTIONS).flatMap((other) => {
    const next = other.exec(rest)
    return next ? [next.index] : []
  })
  return rest.slice(0, Math.min(rest.length, ...ends)).trim()
}

function callsIn(part: string, tools: readonly MCPToolInfo[]): [PlannedCall, ...PlannedCall[]] {
  const blocks = blocksIn(part)
    .map(({ code }) => code)
    .filter((code) => code.trim() !== '')
  const places = blocks.length > 0 ? blocks : [part]
  const calls = places.flatMap(callsOf)
  if (calls.length > MAX_CALLS) throw wrongCalls(calls)
  const planned = calls.map(({ written, call }): PlannedCall => {
    return { grounded_action: written, intent: intentOf(call, tools), done: null }
  })
  const last = planned.at(-1)
  const isEnd = planned.length > 1 && last?.intent.type === 'Done'
  const [first, ...further] = isEnd ? planned.slice(0, -1) : planned
  if (!first) throw new CallFault(`There is no call in the reply. ${ONE_CALL}`)
  if (calls.length > 1 && [first, ...further].some(({ intent: { type } }) => ENDS.has(type)))
    throw wrongCalls(calls)
  const ending = further.at(-1) ?? first
  ending.done = isEnd ? last.intent : null
  return [first, ...further]
}

const wrongCalls = (calls: readonly { written: string }[]): CallFault =>
  new CallFault(
    `There are ${calls.length} calls: ${cut(calls.map(({ written }) => written).join(' '), MAX_TOLD_LENGTH)} ${ONE_CALL}`,
  )

const ENDS: ReadonlySet<Intent['type']> = new Set<Intent['type']>(['Done', 'Fail'])

/** Finds every call at the beginning of a statement. A fault of the only one is thrown; so is any other code around it. */
function callsOf(code: string) {
  const word = WORDS[code.trim().toLowerCase()]
  const text = word ?? code
  const found: { written: string; call: ReturnType<typeof parseCall>['call'] }[] = []
  const begins =
    /(?:^|[\n;])[ \t]*(?:return[ \t]+|await[ \t]+|[A-Za-z_]\w*[ \t]*=[ \t]*)?(?:self\.)?(?=(?:agent\.)[A-Za-z_]\w*\s*\()/g
  let from = 0
  for (;;) {
    begins.lastIndex = from
    const begin = begins.exec(text)
    if (!begin) break
    const start = begin.index + begin[0].length
    const { call, end } = parseCall(text, DIALECT, start)
    found.push({ written: text.slice(start, end), call })
    from = end
  }
  if (found.length > 0) return found
  return bareCall(text)
}

/** Finds a call without `agent.`, or in the middle of a sentence. */
function bareCall(text: string) {
  const named = /\bagent\.[A-Za-z_]\w*\s*\(/.exec(text) ?? /^\s*[A-Za-z_]\w*\s*\(/.exec(text)
  if (!named) {
    const mentioned = /\bagent\.([A-Za-z_]\w*)/.exec(text)?.[1]
    if (mentioned === undefined) return []
    throw new CallFault(`agent.${mentioned} is not called. Write ${signatureOf(mentioned)}.`)
  }
  const { call, end } = parseCall(text, DIALECT, named.index + named[0].search(/\S/))
  return [{ written: text.slice(named.index, end).trim(), call }]
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
