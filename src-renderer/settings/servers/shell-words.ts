// Splits a command line into its words, as a shell would, without expanding anything.

/**
 * Returns null where a quotation mark is not closed. A backslash counts only before a space or a quotation mark, so that a Windows
 * program's path stays whole.
 */
export function shellWords(line: string): string[] | null {
  const words: string[] = []
  let word: string | null = null
  let quote = ''
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at)
    const next = line.charAt(at + 1)
    if (char === '\\' && quote !== "'" && (next === '"' || (quote === '' && /[\s']/.test(next)))) {
      word = (word ?? '') + next
      at++
    } else if (quote !== '') {
      if (char === quote) quote = ''
      else word += char
    } else if (char === '"' || char === "'") {
      quote = char
      word ??= ''
    } else if (/\s/.test(char)) {
      if (word !== null) words.push(word)
      word = null
    } else word = (word ?? '') + char
  }
  if (quote !== '') return null
  return word === null ? words : [...words, word]
}

/** Writes a program as one word of such a line. */
export const asWord = (program: string): string =>
  /[\s"']/.test(program) ? `"${program.replaceAll('"', '\\"')}"` : program
