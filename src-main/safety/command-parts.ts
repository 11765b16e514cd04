// Takes a command line apart as a shell would: into simple commands, their words, and the files that they are redirected to.

export interface CommandPart {
  /** Words as they are written, without quotes; variables, wildcards and braces stay unexpanded. */
  words: string[]
  /** Whether the shell puts its first word together. */
  isMade: boolean
  /** A word of it that only the shell knows, as it is written: a variable, somebody else’s home, a sequence of names. */
  unknown: string | null
  /** Files that it is redirected to and that are written anew. */
  into: string[]
  /** Files that it is redirected to and that are only added to. */
  onto: string[]
  /** Files that it reads as its input. */
  from: string[]
}

/** What this reader knows nothing of: substitutions, here-documents, groups, arrays, history, quotes with escapes. */
const TOO_MUCH = /^(?:\$[('"{[]|`|<<|[<>]\(|[()]|\0)/
/** A comment, whose quotes mean nothing. */
const COMMENT = /^#/
const ENDS = /^(?:&&|\|\||\|&|[;|&\n])/
const REDIRECTS = /^(?:\d*|&)(>>?\|?|<>?)(&(?:\d+|-)(?=[\s;|&<>]|$)|&)?/
const PLAIN_VARIABLE = /^\$(?:\w+|\{\w+\}|[$!?#@*-])/
/** Variables whose value is known here. */
const KNOWN_VARIABLE = /^\$\{?(?:HOME|PWD|USER|LOGNAME)\}?$/
const SEQUENCE = /^\{[^{}\s]*\.\.[^{}\s]*\}/
/** `~-` is the folder before, `~ada` the home of another person. */
const OTHERS_HOME = /^~(?!\+?(?:[/\s;|&<>]|$))/

/** Null where a shell would do more with the line than words say. */
export function partsOf(command: string): CommandPart[] | null {
  const parts: CommandPart[] = []
  let part = emptyPart()
  let word: string | null = null
  let quote: '"' | "'" | null = null
  let target: 'into' | 'onto' | 'from' | null = null
  const endWord = () => {
    if (word === null) return
    if (target === null) part.words.push(word)
    else part[target].push(word)
    word = target = null
  }
  const endPart = () => {
    endWord()
    if ([part.words, part.into, part.onto, part.from].some((each) => each.length > 0)) parts.push(part)
    part = emptyPart()
  }
  for (let at = 0; at < command.length; at++) {
    const rest = command.slice(at, at + 64)
    const char = command.charAt(at)
    if (quote === "'") {
      if (char === "'") quote = null
      else word += char
      continue
    }
    const variable = char === '$' ? (PLAIN_VARIABLE.exec(rest)?.[0] ?? '') : ''
    // `[` as a word of its own is a program, which tests.
    const isTest = char === '[' && word === null && /^\[\s/.test(rest)
    if (quote === null && word === null && COMMENT.test(rest)) return null
    if (variable !== '' && !KNOWN_VARIABLE.test(variable)) part.unknown ??= variable
    if (quote === null && (SEQUENCE.test(rest) || (word === null && OTHERS_HOME.test(rest))))
      part.unknown ??= rest.split(/\s/)[0] ?? rest
    if (variable !== '' || (quote === null && !isTest && /[*?[{]/.test(char))) {
      part.isMade ||= target === null && part.words.length === 0
      word = (word ?? '') + (variable || char)
      at += Math.max(0, variable.length - 1)
    } else if (char === '`' || (char === '$' && TOO_MUCH.test(rest) && !(quote === '"' && rest[1] === '"'))) {
      return null
    } else if (char === '"') {
      quote = quote === '"' ? null : '"'
      word ??= ''
    } else if (char === '\\') {
      const next = command.charAt(++at)
      if (next === '' || next === '\n') return null
      word = (word ?? '') + (quote === '"' && !'"\\$`'.includes(next) ? char : '') + next
    } else if (quote === '"') {
      word += char
    } else if (char === "'") {
      quote = "'"
      word ??= ''
    } else if (/^\d*[<>]|^&>/.test(rest) && (word === null || !/^\d/.test(rest))) {
      if (TOO_MUCH.test(rest.replace(/^\d+/, ''))) return null
      endWord()
      const [sign = '', arrows = '', descriptor] = REDIRECTS.exec(rest) ?? []
      // Bash reads from no file there: what is not the number of a descriptor is a mistake.
      if (arrows.startsWith('<') && descriptor === '&') return null
      at += sign.length - 1
      target =
        descriptor !== undefined && descriptor !== '&'
          ? null
          : arrows.startsWith('>>')
            ? 'onto'
            : arrows.includes('>')
              ? 'into'
              : 'from'
    } else if (TOO_MUCH.test(rest)) {
      return null
    } else if (ENDS.test(rest)) {
      endPart()
      at += (ENDS.exec(rest)?.[0].length ?? 1) - 1
    } else if (char === ' ' || char === '\t') {
      endWord()
    } else if (/[\s\p{C}]/u.test(char)) {
      // A shell takes it for a letter, and a person for a blank.
      return null
    } else {
      word = (word ?? '') + char
    }
  }
  if (quote !== null || (target !== null && word === null)) return null
  endPart()
  return parts
}

const emptyPart = (): CommandPart => ({
  words: [],
  isMade: false,
  unknown: null,
  into: [],
  onto: [],
  from: [],
})
