// Tells what a line means that is handed over from a field or box: a folder to go to, a number, a calculation, or anything else.
import { join } from 'node:path'
import { isFolder, statOf } from '../core/stat.ts'
import { isFileManager } from './applications.ts'
import type { Facts } from './facts.ts'
import { EXECUTABLE_FILE, SEARCHING, SETTINGS_TITLE } from './vocabulary.ts'

/** A number, maybe with its unit. */
const NUMBER = /^[+-]?[\d.,]+ ?(?:%|\p{L}{0,3})$/u

/**
 * Whether Enter in a box hands over a line that the run has put there, as in a field: the boxes of file managers take commands, too. Some
 * toolkits (Lazarus, GTK) do not tell that text can be typed into one.
 */
export function takesLine(facts: Facts): boolean {
  const { kind, control, typed, dialog, around } = facts
  if (kind === 'office' && !dialog) return false
  const there = (control?.value ?? '').trim()
  const before = around.typedBefore(facts).text.trim()
  const isTyped =
    typed !== null ||
    (control?.states.includes('editable') ?? false) ||
    (before !== '' && (there === '' || there.includes(before)))
  return isTyped && !NUMBER.test(typed?.trim() ?? (there || before))
}

/** Whether Enter makes a file manager show a folder. */
export function goesToFolder({ role, control, typed, dialog, window, around }: Facts): boolean {
  if (dialog || (role !== 'edit' && role !== 'combo box') || !isFileManager(window?.process_name ?? ''))
    return false
  const path = around.places.absolute(typed ?? control?.value ?? '')
  return path !== null && isFolder(path)
}

/** Whether a file manager is handed a line that is neither a folder nor a new name: many carry it out. */
export function handsCommand(facts: Facts): boolean {
  const { keys, role, control, typed, dialog, window, act, inPage, around } = facts
  // A box of Lazarus does not tell what stands in it.
  const line = (typed ?? (control?.value || around.typedBefore(facts).text)).trim()
  return (
    keys.includes('enter') &&
    !dialog &&
    !inPage &&
    (role === 'edit' || role === 'combo box') &&
    isFileManager(window?.process_name ?? '') &&
    !act.target.writes &&
    /\S\s+\S/.test(line) &&
    !goesToFolder(facts)
  )
}

/** A pipe before a command, which many programs carry out in place of a file or an address (a source in Liferea). */
const PIPED = /^\s*\|\s*[\w.~/$]/

/** Whether a field of one line is given a command in place of a name. A cell of a sheet or a line of a text is only a text. */
export function namesPipe(facts: Facts): boolean {
  const { typed, control, role, kind, inPage, around } = facts
  if (inPage || kind === 'office' || (role !== 'edit' && role !== 'combo box') || typed === null) return false
  if (control?.states.includes('multiline')) return false
  return PIPED.test(`${around.typedBefore(facts).text}${typed}`)
}

/** A place for a file or an address in a command line: `firefox %s`, `xterm -e "/bin/sh %c"`. */
const PLACEHOLDER = /[\s"'=](?:%[a-z]|\$[1-9@*]|\{\}|\{(?:file|url|path)\})(?:$|[\s"'])/i
const PROGRAM_FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/games']

/** Whether a text begins with a program of the system, or one by its path. */
function beginsWithProgram(text: string): boolean {
  const first = /^["']?([\w.+/~-]+)/.exec(text.trim())?.[1] ?? ''
  return first.startsWith('/')
    ? statOf(first)?.isFile() === true
    : first !== '' && PROGRAM_FOLDERS.some((folder) => statOf(join(folder, first))?.isFile() === true)
}

/** A word that only a command has after its program: an option, a path, a place for a file, a sign of the shell. */
const ARGUMENT = /^(?:--?[a-z]|\+\w|[~.]{0,2}\/\S|%[a-z]$|\$[\w{(]|\{\}$)|[|;&`<>]/i

/** Whether a text is a program of the system with its arguments, as no name or title is: `touch /tmp/a`, `sh start`. */
function callsProgram(text: string): boolean {
  const [program = '', ...rest] = text.trim().split(/\s+/)
  if (rest.length === 0 || !beginsWithProgram(program)) return false
  return rest.some((word) => ARGUMENT.test(word) || EXECUTABLE_FILE.test(word))
}

/** Whether a text has the path of a program, as a list of what opens which files has (`txt /usr/bin/gedit`). */
const namesProgram = (text: string, { places }: Facts['around']): boolean =>
  text.split(/[\s"'=]+/).some((word) => {
    const found = statOf((/^[/~]/.test(word) && places.absolute(word)) || '')
    return found?.isFile() === true && (found.mode & 0o111) !== 0
  })

/**
 * Whether text goes into a field that holds a command, as its present value or the new one shows: a browser, a viewer or a terminal in an
 * application's settings, many of which count without an OK.
 */
export function setsCommand(facts: Facts): boolean {
  const { typed, control, role, dialog, inPage, terminal, kind, window, around } = facts
  if (typed === null || terminal || inPage || /^(office|chat|calculator)$/.test(kind ?? '')) return false
  if (role !== 'edit' && role !== 'combo box' && !(role === 'cell' && dialog)) return false
  const ofSettings = SETTINGS_TITLE.test(window?.title ?? '')
  const there = control?.value ?? ''
  const line = `${around.typedBefore(facts).text}${typed}`
  if (control?.states.includes('multiline'))
    return ofSettings && line.split('\n').some((each) => callsProgram(each) || namesProgram(each, around))
  if (SEARCHING.test(control?.name ?? '')) return false
  return (
    [typed, line].some((text) => callsProgram(text) || (ofSettings && namesProgram(text, around))) ||
    ((ofSettings || dialog) &&
      beginsWithProgram(there) &&
      (PLACEHOLDER.test(there) || callsProgram(there) || ofSettings))
  )
}

/** Functions that calculators have, which compute a value and do nothing else. */
const COMPUTING =
  /^(?:a?(?:sin|cos|tan|cot|sec|csc)h?|arc(?:sin|cos|tan|cot|sec|csc)h?|(?:sq|cb|n)?root|sqrt|cbrt|sq|cube|pow(?:er)?|exp|expm1|ln1p|ln|lb|lg|log(?:2|10|n|1p)?|abs|sgn|sign|round|floor|ceil|trunc(?:ate)?|int|frac|mod|rem|div|gcd|lcm|fact(?:orial)?|gamma|erf|beta|min|max|sum|product|mean|avg|average|median|mode|var|variance|std(?:ev)?|stdevp?|ncr|npr|comb(?:inations)?|perm(?:utations)?|binomial|rand(?:om)?|hypot|atan2|re|im|arg|conj|det|inv(?:erse)?|transpose|not|and|or|xor|bin|oct|dec|hex|base|diff|integrate|solve|factorize|isprime|ones|twos|twist|[a-z])$/i

/** Whether a text says more than what is to be computed: some calculators have functions that run programs, and read or write files. */
const isBeyondComputing = (text: string): boolean =>
  /["'`\\“”]|(?:^|[\s(,])~?\/[\p{L}.]/u.test(text) ||
  [...text.matchAll(/([\p{L}_][\p{L}\p{N}_]*)\s*\(/gu)].some(([, name = '']) => !COMPUTING.test(name))

/** Whether a calculator is told more than a calculation, in one piece or several. */
export function tellsCalculator(facts: Facts): boolean {
  const { kind, typed, keys, control, around, act } = facts
  if (kind !== 'calculator' || (typed === null && !keys.includes('enter'))) return false
  const there = act.parameters['clear_current_text'] === true ? '' : (control?.value ?? '')
  const before = around.typedBefore(facts).text
  return [typed ?? '', `${before}${typed ?? ''}`, `${there}${typed ?? ''}`].some(isBeyondComputing)
}
