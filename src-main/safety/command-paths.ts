// The paths that a command line may name, told from its words alone. Too many rather than too few.
import { nameOf, splitCommandLine } from './command-line.ts'
import { partsOf, type CommandPart } from './command-parts.ts'

/** Separates the words of the whole line, however they are quoted, because a path in code or behind an operator counts, too. */
const ROUGH = /[\s;&|()<>`"'{}[\],=]+/

/**
 * Lists every word that may be a path, in the order of the line, each once: the words as a shell would pass them on, the text after
 * `=` or `@` in them, values attached to an option, and the pieces of quoted code.
 */
export function pathsOf(command: string): string[] {
  const parts = partsOf(command)
  const words = parts?.flatMap(fileWords) ?? splitCommandLine(command).words ?? []
  const pieces = words.flatMap((word) => [
    word,
    word.replace(/^-{1,2}[\w-]*=?/, ''),
    word.replace(/^[^=]*=/, ''),
    word.replace(/^[^@]*@/, ''),
    word.replace(/^[^:/]*:/, ''),
  ])
  const rough = (parts ? words.join(' ') : command).split(ROUGH).filter((word) => /[/~]|^\./.test(word))
  return [...new Set([...pieces, ...rough])].filter(
    (word) => word !== '' && !word.startsWith('-') && word.length < 4_096,
  )
}

/**
 * Lists what may be paths in code that no shell reads: its texts in quotes, and what has the form of a path. A dot before a word is no
 * hidden file there (`file.write`).
 */
export function pathsOfCode(code: string): string[] {
  const texts = [...code.matchAll(/(["'`])((?:\\.|(?!\1)[^\\])*)\1/gs)].map(([, , text = '']) => text)
  const rough = code.split(ROUGH).filter((word) => /[/~]/.test(word))
  return [...new Set([...texts, ...rough])].filter((word) => word !== '' && word.length < 4_096)
}

/** Programs whose first word is a search pattern, and the options that give the pattern in another way. */
const LOOKS_FOR = new Map([
  ...['grep', 'egrep', 'fgrep'].map((name): [string, RegExp] => [name, /^-\w*[ef]|^--(re|fi)/]),
  ['sed', /^-e/],
  ...['awk', 'gawk', 'mawk'].map((name): [string, RegExp] => [name, /^-/]),
  ['jq', /^-\w*[fL]|^--(from|arg|jsona|args|raw|slurpf)/],
])

/** Programs that print or compare their words, and open no file. */
const OPENS_NOTHING = /^(echo|printf|basename|dirname|seq|expr|sleep|true|false|test|\[)$/

/** Words of a part that may be files, without search patterns. */
function fileWords({ words, wild, into, onto, from }: CommandPart): string[] {
  const [program = '', ...rest] = words
  if (OPENS_NOTHING.test(nameOf(program))) return [...into, ...onto, ...from]
  const otherwise = LOOKS_FOR.get(nameOf(program))
  const first = rest.findIndex((word) => !word.startsWith('-'))
  const isTold =
    otherwise && first >= 0 && !wild.includes(rest[first] ?? '') && !rest.some((word) => otherwise.test(word))
  const files = isTold ? rest.toSpliced(first, 1) : rest
  return [program, ...files, ...into, ...onto, ...from]
}
