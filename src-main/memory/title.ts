// Makes the line under which a memory is listed.
const MAX_TITLE_LENGTH = 120

/** Returns the first line of a text, cut where it is long. */
export function titleOf(text: string): string {
  const line = text.trim().split('\n')[0]?.trim() ?? ''
  if (line.length <= MAX_TITLE_LENGTH) return line
  return `${Array.from(line.slice(0, MAX_TITLE_LENGTH)).slice(0, -1).join('')}…`
}
