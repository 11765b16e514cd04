// Takes a command line apart as a shell would: into simple commands, their words, and the files that they are redirected to.
import { isWildcard, spreadBraces, type Word } from './command-words.ts'

export interface CommandPart {
  /** The words as a program gets them, without quotes and with braces expanded. Variables and wildcards stay as they are written. */
  words: string[]
  /** The words that the shell replaces with file names. */
  wild: string[]
  /** Whether the shell puts its first word together. */
  isMade: boolean
  /** A word of it that only the shell knows, as it is written: a variable, somebody else’s home, a sequence of names. */
  unknown: string | null
  /** Whether it reads what the part before it tells. */
  isPiped: boolean
  /** Files that it is redirected to and that are written anew. */
  into: string[]
  /** Files that it is redirected to and that are only added to. */
  onto: string[]
  /** Files that the program reads as its input. */
  from: string[]
}

/** Syntax that this reader does not understand: substitutions, here-documents, groups, arrays, history, quotes with escapes. */
const TOO_MUCH = /^(?:\$[('"{[]|`|<<|[<>]\(|[()]|\0)/
/** In an interactive shell, it stands for an older line. */
const HISTORY = /^![^\s=("]/
/** A comment, in which quotes have no meaning. */
const COMMENT = /^#/
const ENDS = /^(?:&&|\|\||\|&|[;|&\n])/
const REDIRECTS = /^(?:\d*|&)(>>?\|?|<>?)(&(?:\d+|-)(?=[\s;|&<>]|$)|&)?/
const PLAIN_VARIABLE = /^\$(?:\w+|\{\w+\}|[$!?#@*-])/
/** A sum of numbers. With a name in it, the sum could stand for a command. */
const SUM = /^\$\(\([\d\s+*/%-]+\)\)/
/** Variables whose value is known here, or a number. Neither contains a blank. */
const KNOWN_VARIABLE = /^\$(?:\{?(?:HOME|USER|LOGNAME)\}?$|\(\()/
/** `~-` is the previous folder, `~ada` the home of another person. */
const OTHERS_HOME = /^~(?!\+?(?:[/\s;|&<>]|$))/

/** Splits a command line; null where a shell would do more with it than its words say. */
export function partsOf(command: string): CommandPart[] | null {
  const parts: CommandPart[] = []
  let part = emptyPart(false)
  let word: Word | null = null
  let quote: '"' | "'" | null = null
  let target: 'into' | 'onto' | 'from' | null = null
  const add = (text: string, { isPlain }: { isPlain: boolean }) => {
    word = {
      text: `${word?.text ?? ''}${text}`,
      plain: `${word?.plain ?? ''}${isPlain ? text : '.'.repeat(text.length)}`,
    }
  }
  const endWord = () => {
    if (word === null) return
    const words = target === null ? spreadBraces(word) : [word]
    const made = words?.map((each) => ({ text: each.text, isWild: isWildcard(each) }))
    // A person is asked about a word that isn't fully known. Until then it counts as it is written.
    if (made === undefined || made.some(({ isWild }) => isWild === null)) part.unknown ??= word.text
    if (target === null) part.words.push(...(made ?? [word]).map(({ text }) => text))
    else part[target].push(word.text)
    if (target === null) part.wild.push(...(made ?? []).flatMap((each) => (each.isWild ? [each.text] : [])))
    word = target = null
  }
  const endPart = (isPiped: boolean) => {
    endWord()
    if ([part.words, part.into, part.onto, part.from].some((each) => each.length > 0)) parts.push(part)
    part = emptyPart(isPiped)
  }
  for (let at = 0; at < command.length; at++) {
    const rest = command.slice(at, at + 64)
    const char = command.charAt(at)
    if (quote === "'") {
      if (char === "'") quote = null
      else add(char, { isPlain: false })
      continue
    }
    const variable = char === '$' ? ((SUM.exec(rest) ?? PLAIN_VARIABLE.exec(rest))?.[0] ?? '') : ''
    // As a word of its own, `[` is the program that tests a condition, and not a wildcard.
    const isTest = char === '[' && word === null && /^\[\s/.test(rest)
    if (quote === null && word === null && COMMENT.test(rest)) return null
    if (HISTORY.test(rest) && command.charAt(at - 1) !== '[') return null
    if (variable !== '' && !KNOWN_VARIABLE.test(variable)) part.unknown ??= variable
    if (quote === null && word === null && OTHERS_HOME.test(rest))
      part.unknown ??= rest.split(/\s/)[0] ?? rest
    if (variable !== '' || (quote === null && !isTest && /[*?[{]/.test(char))) {
      part.isMade ||= target === null && part.words.length === 0
      add(variable || char, { isPlain: variable === '' })
      at += Math.max(0, variable.length - 1)
    } else if (char === '`' || (char === '$' && TOO_MUCH.test(rest) && !(quote === '"' && rest[1] === '"'))) {
      return null
    } else if (char === '"') {
      quote = quote === '"' ? null : '"'
      add('', { isPlain: false })
    } else if (char === '\\') {
      const next = command.charAt(++at)
      if (next === '' || next === '\n') return null
      add(`${quote === '"' && !'"\\$`'.includes(next) ? char : ''}${next}`, { isPlain: false })
    } else if (quote === '"') {
      add(char, { isPlain: false })
    } else if (char === "'") {
      quote = "'"
      add('', { isPlain: false })
    } else if (/^\d*[<>]|^&>/.test(rest) && (word === null || !/^\d/.test(rest))) {
      if (TOO_MUCH.test(rest.replace(/^\d+/, ''))) return null
      endWord()
      const [sign = '', arrows = '', descriptor] = REDIRECTS.exec(rest) ?? []
      // Bash reads from no file here: anything but a descriptor's number is an error.
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
      const end = ENDS.exec(rest)?.[0] ?? char
      endPart(end === '|' || end === '|&')
      at += end.length - 1
    } else if (char === ' ' || char === '\t') {
      endWord()
    } else if (/[\s\p{C}]/u.test(char)) {
      // A shell reads this character as part of a word, while a person reads it as a blank.
      return null
    } else {
      add(char, { isPlain: !isTest })
    }
  }
  if (quote !== null || (target !== null && word === null)) return null
  endPart(false)
  return parts
}

const emptyPart = (isPiped: boolean): CommandPart => ({
  words: [],
  wild: [],
  isMade: false,
  unknown: null,
  isPiped,
  into: [],
  onto: [],
  from: [],
})
