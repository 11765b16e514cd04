// Makes the line under which a memory is listed.
const LONGEST_TITLE = 120

/** Returns the first line of a text, cut where it is long. */
export function titleOf(text: string): string {
  const line = text.trim().split('\n')[0]?.trim() ?? ''
  if (line.length <= LONGEST_TITLE) return line
  return `${Array.from(line.slice(0, LONGEST_TITLE)).slice(0, -1).join('')}…`
}
