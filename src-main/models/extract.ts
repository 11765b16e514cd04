// Finds the JSON object in what a model says: fenced, after prose or thoughts, with the slips that models make.
import { isRecord } from '../core/record.ts'
import { looseJson } from './loose-json.ts'

/** In characters; longer replies are cut before they are searched, so that a runaway model costs no time. */
const MAX_REPLY_LENGTH = 400_000
/** The most starts that are tried when an object never closes. */
const MAX_OPEN_STARTS = 20

/**
 * Finds every object that the reply may mean, without repeats, most likely first: the whole reply, then fenced blocks, then balanced
 * braces. Leaves out the content of `<think>`, unless the whole reply is an object. Never throws.
 */
export function extractObjects(reply: string): Record<string, unknown>[] {
  const text = reply.slice(0, MAX_REPLY_LENGTH).replace(/^\uFEFF/, '')
  const whole = parseObject(text)
  if (whole) return [whole]
  const spoken = withoutThoughts(text)
  const found: Record<string, unknown>[] = []
  const seen = new Set<string>()
  for (const candidate of [spoken, ...fencedBlocks(spoken), ...balancedObjects(spoken)]) {
    const value = parseObject(candidate)
    if (!value) continue
    const key = JSON.stringify(value)
    if (!seen.has(key)) found.push(value)
    seen.add(key)
  }
  return found
}

/** Removes thoughts. Some services send only the end tag: all before it is thought. A thought without an end hides the rest. */
export function withoutThoughts(text: string): string {
  let spoken = ''
  let from = 0
  let thinking = false
  for (const mark of text.matchAll(/<(\/?)(?:think|thinking|reasoning)>/gi)) {
    const opens = mark[1] === ''
    if (opens && thinking) continue
    if (opens) spoken += text.slice(from, mark.index)
    else if (!thinking) spoken = ''
    thinking = opens
    from = mark.index + mark[0].length
  }
  return thinking ? spoken : spoken + text.slice(from)
}

function fencedBlocks(text: string): string[] {
  const parts = text.split('```')
  return parts.filter((_, index) => index % 2 === 1).map((part) => part.replace(/^[a-zA-Z0-9_-]*\s*\n/, ''))
}

/**
 * Finds the outermost `{…}` of a text. Quotes count only inside braces, because prose has apostrophes. What stands within an object that
 * was cut off is only a part of what was meant, so nothing is found there.
 */
function balancedObjects(text: string): string[] {
  const found: string[] = []
  let from = text.indexOf('{')
  for (let openStarts = 0; from !== -1 && openStarts < MAX_OPEN_STARTS;) {
    const end = closingBrace(text, from)
    if (end === -1 && BEGINS_OBJECT.test(text.slice(from, from + BEGINNING))) return found
    if (end === -1) openStarts++
    else found.push(text.slice(from, end + 1))
    from = text.indexOf('{', end === -1 ? from + 1 : end + 1)
  }
  return found
}

const BEGINNING = 200
const BEGINS_OBJECT = /^\{\s*["'“]?[\w ]+["'”]?\s*[:：]/

function closingBrace(text: string, start: number): number {
  let depth = 0
  let quoted = false
  for (let index = start; index < text.length; index++) {
    const char = text[index]
    if (quoted) {
      if (char === '\\') index++
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = true
    else if (char === '{') depth++
    else if (char === '}' && --depth === 0) return index
  }
  return -1
}

function parseObject(text: string): Record<string, unknown> | null {
  const read = parseLoosely(text)
  const value = typeof read === 'string' ? parseLoosely(read) : read
  return isRecord(value) ? value : null
}

/** Undefined where the text is no value. */
export function parseLoosely(text: string): unknown {
  try {
    return looseJson(text)
  } catch {
    return undefined
  }
}

/** Returns all that a reply says beside its thoughts, without the one fence around it. */
export function wholeSpoken(reply: string): string {
  const spoken = withoutThoughts(reply.slice(0, MAX_REPLY_LENGTH)).trim()
  return /^```[\w-]*\n([^]*)\n```$/.exec(spoken)?.[1]?.trim() ?? spoken
}
