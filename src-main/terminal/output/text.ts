// Measures and cuts text on a terminal, and colours it by meaning.
import sliceAnsi from 'slice-ansi'
import stringWidth from 'string-width'

/** Printable ASCII has one column each, and most of a list is ASCII. */
const NARROW = /^[ -~]*$/

/** Counts the columns that a text takes, for the usual terminals: two for East Asian wide characters and emoji. */
export const widthOf = (text: string): number => (NARROW.test(text) ? text.length : stringWidth(text))

/** Cuts a text to at most `columns`, with `…` at its end. */
export function cut(text: string, columns: number): string {
  if (columns <= 0) return ''
  if (widthOf(text) <= columns) return text
  return `${sliceAnsi(text, 0, columns - 1).trimEnd()}…`
}

const HAN = /\p{Script=Han}/u

/** Chinese has no spaces: its text may be broken anywhere. */
function chunks(text: string, columns: number): string[] {
  const parts: string[] = []
  for (let from = 0; from < widthOf(text); from += widthOf(parts.at(-1) ?? ' '))
    parts.push(sliceAnsi(text, from, from + columns))
  return parts
}

/** Breaks at spaces into lines of at most `columns`, all but the first indented; a longer word has a line of its own. */
export function wrap(text: string, columns: number, indent = 0): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text
    .split(' ')
    .flatMap((whole) => (HAN.test(whole) ? chunks(whole, columns - indent) : whole))) {
    const room = columns - (lines.length > 0 ? indent : 0)
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > room) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].map((part, index) => (index === 0 ? part : ' '.repeat(indent) + part))
}

/** Gives the columns of a list; a pipe has none, so it gets 120. */
export const roomOf = (output: { columns?: number }): number => Math.max(60, output.columns ?? 120)

export const padEnd = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - widthOf(text)))

export const padStart = (text: string, columns: number): string =>
  ' '.repeat(Math.max(0, columns - widthOf(text))) + text

/** Names colours by their meaning, as in the app: the agent acts, a person is needed, verified good or bad. */
export interface Ink {
  strong: (text: string) => string
  dim: (text: string) => string
  agent: (text: string) => string
  you: (text: string) => string
  good: (text: string) => string
  bad: (text: string) => string
}

const code = (open: number, close: number) => (text: string) => `\u001b[${open}m${text}\u001b[${close}m`

export const coloured: Ink = {
  strong: code(1, 22),
  dim: code(2, 22),
  agent: code(34, 39),
  you: code(33, 39),
  good: code(32, 39),
  bad: code(31, 39),
}

const same = (text: string) => text
export const colourless: Ink = { strong: same, dim: same, agent: same, you: same, good: same, bad: same }

/** Obeys NO_COLOR (https://no-color.org) first; a terminal that is no screen, or calls itself dumb, gets no colours. */
export function inkFor(stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv): Ink {
  const wanted = stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
  return wanted ? coloured : colourless
}
