// Finds what can be read of a reply while it streams in: replies are JSON, of which a person wants the thought.

const FIELDS = /"(observation|thought|comment|reason|result)"\s*:\s*"((?:[^"\\]|\\.)*)/gi

/** Returns the last readable field that has begun; a reply that is no JSON as it is; an empty text while there is nothing. */
export function readableReply(text: string): string {
  const begun = text.trimStart()
  if (!begun.startsWith('{') && !begun.startsWith('[') && !begun.startsWith('`')) return begun
  const last = [...text.matchAll(FIELDS)].findLast(([, , value]) => value !== '')
  return last ? unescaped(last[2] ?? '') : ''
}

/** Decodes escapes; the last one may be incomplete. */
function unescaped(value: string): string {
  const whole = value.replace(/\\(u[0-9a-fA-F]{0,3})?$/, '')
  try {
    return JSON.parse(`"${whole.replaceAll('\n', '\\n')}"`) as string
  } catch {
    return whole
  }
}
