// Reads what is typed of an MCP server, line by line.

/** Reads arguments as they were typed, one on each line; empty lines do not count. */
export const argumentsOf = (text: string): string[] => text.split('\n').filter((line) => line !== '')

/** Reads `NAME=value` lines; null when a line is not one. */
export function environmentOf(text: string): Record<string, string> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const pairs = lines.map((line) => /^\s*([A-Za-z_]\w*)=(.*)$/.exec(line))
  if (pairs.includes(null)) return null
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']))
}

/** Reads `Name: value` lines; null when a line is not one. */
export function headersOf(text: string): Record<string, string> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const pairs = lines.map((line) => /^\s*([\w!#$%&'*+.^`|~-]+):\s*(.*?)\s*$/.exec(line))
  if (pairs.includes(null)) return null
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']))
}

/** Writes the entries as such lines. */
export const linesOf = (map: Record<string, string>, sign: '=' | ': '): string =>
  Object.entries(map)
    .map(([name, value]) => `${name}${sign}${value}`)
    .join('\n')
