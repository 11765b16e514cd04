// Finds the JSON object in what a model says: fenced, after prose or thoughts, with the slips that models make.

/** In characters; longer replies are cut before they are searched, so that a runaway model costs no time. */
const LONGEST_REPLY = 400_000
/** The most starts that are tried when an object never closes. */
const MOST_OPEN_STARTS = 20

/**
 * Finds every object that the reply may mean, without repeats, most likely first: the whole reply, then fenced blocks, then balanced
 * braces. Leaves out the content of `<think>`, unless the whole reply is an object. Never throws.
 */
export function extractObjects(reply: string): Record<string, unknown>[] {
  const text = reply.slice(0, LONGEST_REPLY).replace(/^\uFEFF/, '')
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

/** Finds the outermost `{…}` of a text. Quotes count only inside braces, because prose has apostrophes. */
function balancedObjects(text: string): string[] {
  const found: string[] = []
  let from = text.indexOf('{')
  for (let openStarts = 0; from !== -1 && openStarts < MOST_OPEN_STARTS;) {
    const end = closingBrace(text, from)
    if (end === -1) openStarts++
    else found.push(text.slice(from, end + 1))
    from = text.indexOf('{', end === -1 ? from + 1 : end + 1)
  }
  return found
}

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
  const trimmed = text.trim()
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}')) return null
  for (const attempt of [trimmed, mended(trimmed)]) {
    try {
      const value: unknown = JSON.parse(attempt)
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
        JSON.stringify(value)
        return value as Record<string, unknown>
      }
    } catch {
      // The next attempt may succeed; otherwise there is no object.
    }
  }
  return null
}

const PYTHON_WORDS: Record<string, string> = { True: 'true', False: 'false', None: 'null' }

/** Repairs trailing commas, line breaks inside strings and Python's words for true, false and null. Strings keep their text. */
function mended(text: string): string {
  return text.replace(/"(?:[^"\\]|\\[\s\S])*"|,(?=\s*[}\]])|\b(?:True|False|None)\b/g, (token) => {
    if (token.startsWith('"')) return token.replace(/\p{Cc}/gu, escapeControl)
    return PYTHON_WORDS[token] ?? ''
  })
}

const escapeControl = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
