// A worker's reply: four headed sections, the last of which has one call in a fenced block (reference: Lybic, section 5.3).
import { intentOf, signatureOf, type Intent } from './agent-api.ts'
import { parseCall } from './call-grammar.ts'
import { CallFault } from '../models/call-lexer.ts'

export interface WorkerPlan {
  /** Empty where the section is missing: only the call has to be there. */
  verification: string
  analysis: string
  next_action: string
  /** The call as it was written. */
  grounded_action: string
  intent: Intent
}

const SECTIONS = {
  verification: /\(\s*Previous action verification[^)]*\)/i,
  analysis: /\(\s*Screenshot analysis\s*\)/i,
  next_action: /\(\s*Next action\s*\)/i,
  grounded: /\(?\s*Grounded action\s*\)?:?/i,
}
const FENCE = /(`{3,}|~{3,})[^\n`]*\n?([\s\S]*?)\1/g
/** Words that stand for a call of their own. */
const WORDS: Record<string, string> = { done: 'agent.done()', fail: 'agent.fail()', wait: 'agent.wait(1)' }
const ONE_CALL = 'Reply with exactly one call in a code block, such as agent.click("the OK button").'

/** Throws CallFault that tells the model what to write instead. */
export function parseWorkerPlan(reply: string): WorkerPlan {
  const { written, intent } = callIn(groundedPart(reply))
  return {
    verification: sectionOf(reply, SECTIONS.verification),
    analysis: sectionOf(reply, SECTIONS.analysis),
    next_action: sectionOf(reply, SECTIONS.next_action),
    grounded_action: written,
    intent,
  }
}

/** What follows the last heading “Grounded Action”; the whole reply where there is none. */
function groundedPart(reply: string): string {
  const headings = [...reply.matchAll(new RegExp(SECTIONS.grounded, 'gi'))]
  const last = headings.findLast((heading) => !isInsideText(reply, heading.index))
  return last ? reply.slice(last.index + last[0].length) : reply
}

/** Whether a place is inside of a fenced block: a heading there is content of the call. */
const isInsideText = (reply: string, index: number): boolean =>
  [...reply.matchAll(FENCE)].some((block) => block.index < index && index < block.index + block[0].length)

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

function callIn(part: string): { written: string; intent: Intent } {
  const blocks = [...part.matchAll(FENCE)]
    .map((block) => block[2] ?? '')
    .filter((block) => block.trim() !== '')
  const places = blocks.length > 0 ? blocks : [part]
  const calls = places.flatMap(callsOf)
  const [only] = calls
  if (!only) throw new CallFault(`There is no call in the reply. ${ONE_CALL}`)
  if (calls.length > 1) {
    throw new CallFault(
      `There are ${calls.length} calls: ${calls.map(({ written }) => written).join(' ')} ${ONE_CALL}`,
    )
  }
  return { written: only.written, intent: intentOf(only.call) }
}

/** Every call at the beginning of a statement. A fault of the only one is thrown; so is anything around it that is code. */
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
    const { call, end } = parseCall(text, start)
    found.push({ written: text.slice(start, end), call })
    from = end
  }
  if (found.length > 0) return found
  return bareCall(text)
}

/** A call without `agent.`, or in the middle of a sentence. */
function bareCall(text: string) {
  const named = /\bagent\.[A-Za-z_]\w*\s*\(/.exec(text) ?? /^\s*[A-Za-z_]\w*\s*\(/.exec(text)
  if (!named) {
    const mentioned = /\bagent\.([A-Za-z_]\w*)/.exec(text)?.[1]
    if (mentioned === undefined) return []
    throw new CallFault(`agent.${mentioned} is not called. Write ${signatureOf(mentioned)}.`)
  }
  const { call, end } = parseCall(text, named.index + named[0].search(/\S/))
  return [{ written: text.slice(named.index, end).trim(), call }]
}
