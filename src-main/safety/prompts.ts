// Recognises a console by its prompt, because no list has the names of all programs that carry out what is typed.

const any = (...patterns: readonly RegExp[]): string => patterns.map(({ source }) => source).join('|')
/** A prompt at the beginning of the last line, with what is typed behind it, also in continued lines. */
const last = (prompt: string): RegExp =>
  new RegExp(`(?:^|\\n)(${prompt})(?: [^\\n]*)?(?:\\n(?:\\.\\.\\.|   \\.\\.\\.:)[^\\n]*)*\\s*$`, 'u')

/** Prompts that nothing else looks like. */
const CLEAR = last(
  any(
    />>>/, // Python
    /In ?\[\d+\]:=?/, // IPython, Mathematica
    /\(%i\d+\)/, // Maxima
    /\((?:[Ii]?[Pp]db|gdb|lldb|rdb|byebug|dlv)[+\d]*\)/,
    /irb\([^)\n]*\)\S*[>*]/,
    /\[\d+\] pry\([^)\n]*\)>/,
    /[\p{L}\p{N}_-]+(?:=|-|\(|'|")[>#]/u, // db=#, db=>, user=>
    /\p{L}[\p{L}\p{N}_]*[:(]\d+\)?(?::\d+)?>/u, // octave:3>, iex(1)>, groovy:000>
    /(?:sqlite|mysql|MariaDB \[[^\]\n]*\]|redis [\d.:]+)>/,
    /\[?[\w.-]+@[\w.-]+[: ][^\n]{0,200}[$#%]/,
    /(?:ba|z|da|k)?sh-\d[\d.]*[$#]/,
    /PS [^\n>]{1,200}>|[A-Z]:\\[^\n>]{0,200}>/,
  ),
)

/** One or two words before an angle bracket: `julia>`, `ghci>`, `Prelude Data.List>`; names in a log of a talk look like that, too. */
const NAMED = last(
  any(/[*λ]?[\p{L}λ][\p{L}\p{N}_.*-]{0,30}(?: [\p{L}*][\p{L}\p{N}_.*-]{0,30})?(?:\([^)\n]{0,20}\))?>{1,2}/u),
)
/** `sage:`, `>`, `>>`, `$`, `?-`: much else looks like these. */
const BARE = last(any(/\p{L}{2,12}:(?= )/u, />{1,2}/, /[$%](?= |$)/, /\?-/, /\d+>/))

/** What programs tell of themselves above their first prompt. */
const BANNER =
  /\b(?:version|copyright|licen[cs]e|warranty|type ['"“:.\\/]?\w+|press ctrl|ctrl[-+][dcz]|to (?:quit|exit)|for help|repl\b|welcome to|shell\b|interpreter|interactive)/i
/** Titles that name a document. */
const DOCUMENT =
  /\.\p{L}[\p{L}\p{N}]{0,5}(?![\p{L}\p{N}])|^\s*[*•●]|untitled|unnamed|unsaved|new (?:file|document)|unbenannt|sans nom|sin título|未命名|无标题/iu

/**
 * Whether a text ends in the prompt of a console. Where a prompt alone is not clear, the text has to show it before, or tell of its program
 * (a shell's `>` only this), and the title of a window whose prompt has a name must not name a document.
 */
export function endsInPrompt(text: string, title: string): boolean {
  if (CLEAR.test(text)) return true
  const isTold = BANNER.test(text)
  const named = NAMED.exec(text)?.[1]
  if (named !== undefined) return isTold || !DOCUMENT.test(title) || isShownBefore(text, named)
  const bare = BARE.exec(text)?.[1]
  if (bare === undefined || DOCUMENT.test(title)) return false
  return isTold || (/^\p{L}|\d/u.test(bare) && isShownBefore(text, bare))
}

/** A counted prompt has another number each time. */
const isShownBefore = (text: string, prompt: string): boolean => {
  const plain = (line: string) => line.replace(/\d+/g, '0')
  return text.split('\n').filter((line) => plain(line).startsWith(plain(prompt))).length > 1
}

/** Whether the name of a field of one line, or what stands before it, is a prompt. */
export const isPrompt = (name: string): boolean =>
  /^(?:>{1,3}|[$%#]|\?-)$/.test(name.trim()) ||
  [CLEAR, NAMED].some((prompts) => prompts.exec(`${name.trim()} `)?.[0] === `${name.trim()} `)
