// Finds what a command line would do, by its words alone: only what is known to do nothing but read counts as reading.

import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { systemName } from '../core/system.ts'
import type { CommandPart } from './command-parts.ts'
import { faultOfGit, faultOfReader, READERS } from './command-readers.ts'
import { faultOfNames, folderOfCd, stepsOf, type Step } from './command-steps.ts'
import { isThere } from '../core/stat.ts'
import { programOfGit } from './repositories.ts'
import { BRANCHES, SECRETS } from './place-table.ts'
import { Places } from './places.ts'

export interface CommandLine {
  /** The words as a shell would pass them on. Null when a quote is not closed. */
  words: string[] | null
  /** The first piece of syntax that only a shell understands (`|`, `>`, `$`, `*` …), else null. */
  shell: string | null
}

export interface CommandClass {
  /** It only reads, so that it can run without a question. */
  reads: boolean
  /** Why, in a short sentence for the person who has to answer. */
  reason: string
}

/** Syntax that a shell gives a meaning to outside of quotes. */
const SHELL_SYNTAX = new Set('|&;<>()$`*?[]{}#!\n\r'.split(''))
/** What still has a meaning inside double quotes. */
const EXPANDED_IN_QUOTES = new Set('$`!'.split(''))

/**
 * Splits without a shell: quotes and backslashes as in POSIX sh, except those of Windows' paths; expands nothing. With `knowsHome`,
 * `~/` at the beginning of a word is no syntax: the launcher itself knows what it means.
 */
export function splitCommandLine(command: string, { knowsHome = false } = {}): CommandLine {
  const escapes = systemName() !== 'windows'
  const words: string[] = []
  let word: string | null = null
  let quote: '"' | "'" | null = null
  let shell: string | null = null
  const characters = Array.from(command.trim())
  for (let index = 0; index < characters.length; index++) {
    const character = characters[index] ?? ''
    const next = characters[index + 1]
    if (quote === "'") {
      if (character === "'") quote = null
      else word += character
    } else if (quote === '"') {
      if (character === '"') quote = null
      else if (escapes && character === '\\' && next !== undefined && '"\\$`'.includes(next)) {
        word += next
        index++
      } else {
        if (EXPANDED_IN_QUOTES.has(character)) shell ??= character
        word += character
      }
    } else if (character === "'" || character === '"') {
      quote = character
      word ??= ''
    } else if (escapes && character === '\\') {
      if (next === undefined || next === '\n') shell ??= '\\'
      word = (word ?? '') + (next ?? '')
      index++
    } else {
      if (SHELL_SYNTAX.has(character))
        shell ??= character === '\n' || character === '\r' ? 'line break' : character
      if (/\s/.test(character)) {
        if (word !== null) words.push(word)
        word = null
      } else {
        const isHome = knowsHome && (next === undefined || /[/\s]/.test(next))
        if (character === '~' && word === null && !isHome) shell ??= '~'
        word = (word ?? '') + character
      }
    }
  }
  if (quote !== null) return { words: null, shell }
  if (word !== null) words.push(word)
  if (/^[A-Za-z_]\w*\+?=/.test(words[0] ?? '')) shell ??= '='
  return { words, shell }
}

/** These read whole folders with one of these options: all that is hidden in a home folder, too. */
export const RECURSIVE = /^--(rec|dereference-r|dir)|^-(?!-)\S*[rR]|^-(?!-)\S*d$|^-drec/
const READS_FOLDERS = new Set(['grep', 'egrep', 'fgrep', 'diff'])

/** The home folder, one around it, or a hidden one with all programs' folders, that would be read with everything in it; null when there is none. */
function wholeHome(program: string, words: string[], cwd: string): string | null {
  if (!READS_FOLDERS.has(program) || !words.some((word) => RECURSIVE.test(word))) return null
  const places = [cwd, ...words.filter((word) => !word.startsWith('-')).map((word) => resolve(cwd, word))]
  const named = program === 'diff' || places.length > 2 ? places.slice(1) : places
  const branches = BRANCHES.map((branch) => resolve(homedir(), branch))
  return (
    named.find(
      (place) =>
        `${homedir()}/`.startsWith(place === '/' ? '/' : `${place}/`) ||
        branches.includes(place.replace(/\/+$/, '')),
    ) ?? null
  )
}

/**
 * Denies by default: a program that is not in the table, an argument that writes or starts something, a path that holds
 * secrets and everything that needs a shell does not count as reading. `cwd` is the folder that it runs in; null is home. Without
 * `isOfPerson`, no repository is known to run nothing.
 */
export function classifyCommand(
  command: string,
  cwd: string | null = null,
  places = new Places({ homes: [homedir()], own: [] }),
  isOfPerson: (path: string) => boolean = () => false,
): CommandClass {
  const { words, shell } = splitCommandLine(command)
  const no = (reason: string) => ({ reads: false, reason })
  if (words === null) return no('A quote is not closed.')
  if (command.trim() === '') return no('It is empty.')
  // In PowerShell, `sort` and `cat` are other commands with other arguments.
  if (systemName() === 'windows') return no('PowerShell may do anything with it.')
  const steps = stepsOf(command, { places, folder: cwd || places.absolute('~') })
  if (steps === null) return no(shell === null ? 'It can’t be read.' : `It needs a shell (${shell}).`)
  if (cwd !== null && SECRETS.test(cwd)) return no(`${cwd} may hold secrets.`)
  for (const step of steps) {
    const isGit = nameOf(step.words[0] ?? '') === 'git' && !asksForVersion(step)
    const fault =
      (isGit ? faultOfReadingGit(step, places, isOfPerson) : faultOfReading(step)) ?? secretIn(step)
    if (fault !== null) return no(fault)
    const name = faultOfNames(step, places)
    if (name !== null) return no(`It is not known what it does with ${name}.`)
  }
  return {
    reads: true,
    reason: `${steps.map(({ words: [program = ''] }) => nameOf(program)).join(', ')} only reads.`,
  }
}

/** `/usr/bin/cat` is `cat`. */
export const nameOf = (program: string): string => program.replace(/^\/(usr\/)?bin\//, '')

/** Why a part of a line does more than read, in a sentence, or null. */
export function faultOfReading(part: CommandPart): string | null {
  const { words, wild, isMade, unknown, into, onto } = part
  const [program = '', ...rest] = words
  const name = nameOf(program)
  const written = [...into, ...onto].find((path) => path !== '/dev/null')
  if (written !== undefined) return `It writes ${written}.`
  if (isMade) return 'A variable is the command.'
  if (unknown !== null && name !== 'echo') return `What ${unknown} stands for is not known.`
  if (name === 'cd')
    return folderOfCd(rest) === null ? `It is not known where cd ${rest.join(' ')} goes.` : null
  if (asksForVersion(part) && /^--(version|help)$/.test(rest[0] ?? '') && isThere(`/usr/bin/${name}`))
    return null
  const reader = READERS.get(name)
  if (!reader) return `${program} is not known to only read.`
  // Where an argument is a script or an option instead of a file, a file name from a wildcard could be any of them.
  const says = reader.never ?? reader.only ?? reader.operands ?? reader.script
  const fault = says !== undefined && wild[0] !== undefined ? wild[0] : faultOfReader(reader, rest)
  return fault === null ? null : `${name} with ${fault} does more than read.`
}

/** The repository says what git runs beside what its words say. */
function faultOfReadingGit(step: Step, places: Places, isOfPerson: (path: string) => boolean): string | null {
  const { words, wild, isMade, unknown, into, onto } = step
  const isPlain = wild.length === 0 && !isMade && unknown === null && into.length + onto.length === 0
  const fault = isPlain ? faultOfGit(words.slice(1)) : 'what the shell puts together'
  if (fault !== null) return `git with ${fault} is not known to only read.`
  const runs = programOfGit(step, places, isOfPerson)
  return runs === null ? null : `git may run what is in ${runs}.`
}

/** With a word that makes nearly every program say what it is and end. Some do not know it, and carry out what they are told. */
export const asksForVersion = ({ words: [, word = '', ...more], isPiped, from }: CommandPart): boolean =>
  more.length === 0 && /^--?(version|help)$|^-V$/.test(word) && !isPiped && from.length === 0

/** Why what a part reads may tell a secret, or what only a device knows, or null. */
function secretIn({ words: [program = '', ...rest], from, folders }: Step): string | null {
  const read = [...rest, ...from]
  const secret = read.find((word) => SECRETS.test(word) || SECRETS.test(word.replace(/^-{1,2}[\w-]*=?/, '')))
  if (secret !== undefined) return `${secret} may hold secrets.`
  const whole = folders.map((folder) => wholeHome(nameOf(program), rest, folder ?? homedir())).find(Boolean)
  if (whole) return `What is hidden in ${whole} may hold secrets.`
  const device = read.find((word) => /(^|=)\/+dev\/(?!null$)/.test(word))
  return device === undefined ? null : `${device} is a device.`
}

const TERMINALS =
  /^(x-terminal-emulator|.*term(inal)?|.*term-.*|konsole|kitty|alacritty|foot|tilix|terminator|urxvt|st|.*-terminal)$/i
const WINDOWS_TERMINALS = /^(cmd|powershell|powershell_ise|pwsh|wt|windowsterminal|conhost|openconsole)$/
const INTERPRETERS =
  /^(env|sudo|su|pkexec|doas|xargs|nohup|sh|bash|dash|zsh|fish|python[\d.]*|perl|ruby|node|java|wine|lua[\d.]*|wish[\d.]*|tclsh[\d.]*|octave(-gui|-cli)?|r|rscript|rstudio|julia|gnuplot|w?x?maxima|scilab|sage|renpy|dosbox|love|jupyter(-\w+)?|ipython[\d.]*|cmd|powershell|pwsh|wscript|cscript|mshta|rundll32|regsvr32|msiexec|msbuild|installutil|wmic|forfiles|schtasks|certutil|osascript|launchctl)$/

/** True for a program whose name says nothing of what it shows: it runs whatever it is given. */
export const isInterpreter = (program: string): boolean => INTERPRETERS.test(programName(program))

/** True for an interpreter with code or a script, as a menu entry may start it; not for an application that is a script. */
export function runsCode([program = '', ...rest]: string[]): boolean {
  const name = programName(program)
  if (!isInterpreter(name) && !isTerminalProgram(name)) return false
  const script = rest.find((word) => !word.startsWith('-'))
  const code = rest.some((word) => /^-(e|c|x)$|^--(command|execute)\b/.test(word))
  return code || (script !== undefined && !/^\/(usr|opt|snap)\//.test(script))
}

/** `C:\\Windows\\System32\\CMD.EXE` and `/usr/bin/xterm` by their names alone. */
const programName = (program: string): string =>
  program
    .replace(/^.*[/\\]/, '')
    .replace(/\.(exe|com|cmd|bat)$/i, '')
    .toLowerCase()

/** Programs of Windows take `/c`, and no path of it begins so. */
const isOption = (argument: string): boolean =>
  argument.startsWith('-') || (systemName() === 'windows' && argument.startsWith('/'))

/** True for a terminal emulator, which takes its arguments as a command. `program` is a name or a path. */
export const isTerminalProgram = (program: string): boolean =>
  [TERMINALS, WINDOWS_TERMINALS].some((names) => names.test(programName(program)))

/**
 * Why launching an application with these arguments is more than opening it or a file with it (`xterm -e …`, an option,
 * an address that runs something), or null when it is not.
 */
function launchFault(application: string, args: string[]): string | null {
  const name = programName(application)
  if (INTERPRETERS.test(name))
    return `${application} runs other programs. To start one with it, type the command into a terminal window.`
  if (args.length > 0 && isTerminalProgram(name))
    return `${application} would run ${args.join(' ')} as a command.`
  const option = args.find(isOption)
  if (option !== undefined) return `${option} is an option; only files and addresses can be given.`
  const address = args.find(
    (argument) => /^[a-z][\w+.-]+:/i.test(argument) && !/^(https?:|file:|about:blank$)/i.test(argument),
  )
  if (address !== undefined) return `${address} is no address of a page or file.`
  return null
}

/** Says why a line for the launcher starts nothing, even if it is allowed, or null. */
export function launchLineFault(line: string): { says: string; code: 'bad_arguments' | 'refused' } | null {
  const bad = (says: string) => ({ says, code: 'bad_arguments' as const })
  const { words, shell } = splitCommandLine(line, { knowsHome: true })
  if (words === null) return bad('A quote in the command is not closed.')
  if (shell !== null)
    return bad(`There is no shell here: put what holds ${shell} in quotes, or leave it out.`)
  const [name, ...args] = words
  if (name === undefined) return bad('The command is empty.')
  const fault = launchFault(name, args)
  return fault === null ? null : { says: `Not launched: ${fault}`, code: 'refused' }
}
