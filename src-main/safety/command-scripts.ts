// Says whether a script of sed or awk does no more than print: what can't be told so may run programs and write files.

/**
 * Signs that may enclose a search pattern of sed. Patterns with one of them in brackets are excluded, because programs read that
 * differently.
 */
const SIGNS = '/|,#@'
const sought = (sign: string): string => `(?:\\\\.|\\[\\^?\\]?[^\\]${SIGNS}\\n]*\\]|[^\\\\\\[\\n${sign}])*`
const FOUND = `/${sought('/')}/`
const ADDRESS = `(?:(?:\\d+|\\$|${FOUND})(?:,(?:\\+?\\d+|\\$|${FOUND}))?!?)?`
const CHANGES = Array.from(
  SIGNS,
  (sign) => `s[${sign}]${sought(sign)}[${sign}]${sought(sign)}[${sign}][gpiI\\d]*`,
)
const COMMAND = `\\s*${ADDRESS}\\s*(?:[pdq=]|${CHANGES.join('|')})\\s*`
/** Commands of sed that print, omit or change lines. `s///e` runs the result, and `s///w` writes it. */
const PRINTING_SED = new RegExp(`^${COMMAND}(?:;${COMMAND})*;?$`)
const SED_OPTION = /^-[nErsuz]+$|^--(quiet|silent|regexp-extended|null-data)$/

/** Finds the first word of sed that makes it do more than print; null when there is none. */
export function faultOfSed(words: readonly string[]): string | null {
  const scripts: string[] = []
  const files: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '-e') scripts.push(words[++at] ?? '')
    else if (!word.startsWith('-')) files.push(word)
    else if (!SED_OPTION.test(word)) return word
  }
  if (scripts.length === 0) scripts.push(files[0] ?? '')
  return scripts.find((script) => !PRINTING_SED.test(script)) ?? null
}

/** Functions and signs of awk that run, write or read something else: pipes, functions and variables with the command line. */
const ACTING_AWK =
  /(?<!\|)\|(?!\|)|@|\\\n|\b(system|getline|close|ENVIRON|ARGV|ARGC|PROCINFO|SYMTAB|FUNCTAB)\b|\bprint[^]*>/

/** Finds the first word of awk that makes it do more than print; null when there is none. */
export function faultOfAwk(words: readonly string[]): string | null {
  let at = 0
  for (; words[at]?.startsWith('-'); at++) {
    const word = words[at] ?? ''
    if (word === '-F' || word === '-v') at++
    else if (!/^-(F.|v\w+=)/.test(word)) return word
  }
  const script = words[at] ?? ''
  return ACTING_AWK.test(script) ? script : null
}
