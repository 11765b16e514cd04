// Writes line breaks in texts of a script as `\n` again. A model that writes a script into JSON, or into a call, escapes them once where
// it takes twice, and its script is then broken in the middle of a text.
import { Script } from 'node:vm'

/** What a script may hold in which a quote opens no text of one line, and where it ends. */
const SKIPPED: Record<string, [begins: string, ends: string][]> = {
  python: [
    ['"""', '"""'],
    ["'''", "'''"],
    ['#', '\n'],
  ],
  javascript: [
    ['//', '\n'],
    ['/*', '*/'],
    ['`', '`'],
  ],
}

/** A line break within a text of one line is no script in either language, so nothing that works is changed. */
export function withLineBreaks(code: string, language: 'python' | 'javascript'): string {
  const written = scanned(code, SKIPPED[language] ?? [])
  if (written === null) return code
  // A regular expression may hold a quote that opens no text.
  return language === 'python' || (!isScript(code) && isScript(written)) ? written : code
}

/** Null where no text holds a line break, or one does not end. */
function scanned(code: string, skipped: readonly [string, string][]): string | null {
  let written = ''
  let breaks = 0
  for (let at = 0; at < code.length;) {
    const skip = skipped.find(([begins]) => code.startsWith(begins, at))
    const quote = code[at]
    let end = at + 1
    if (skip) end = endOf(code, at + skip[0].length, skip[1])
    else if (quote === '"' || quote === "'") end = endOf(code, at + 1, quote)
    if (end === -1) return null
    const part = code.slice(at, end)
    const isText = !skip && end > at + 1
    written += isText
      ? part.replaceAll(/\\[^]|\r?\n/g, (each) => (each.startsWith('\\') ? each : '\\n'))
      : part
    if (isText && part.replaceAll(/\\[^]/g, '').includes('\n')) breaks += 1
    at = end
  }
  return breaks === 0 ? null : written
}

/** The place behind the next such end that no backslash escapes; -1 where there is none. A comment may end with the script. */
function endOf(code: string, from: number, ends: string): number {
  for (let at = from; at < code.length; at += code[at] === '\\' && ends !== '\n' ? 2 : 1)
    if (code.startsWith(ends, at)) return at + ends.length
  return ends === '\n' ? code.length : -1
}

/** Reads it only; nothing is run. */
function isScript(code: string): boolean {
  try {
    return new Script(code) instanceof Script
  } catch {
    return false
  }
}
