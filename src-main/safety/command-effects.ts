// What a command line may do beside running, told from its words: only what is known to do no more counts as plain.
import { closeSync, openSync, readSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { statOf } from '../core/stat.ts'
import { asksForVersion, faultOfReading, nameOf } from './command-line.ts'
import { partsOfGit } from './command-readers.ts'
import { faultOfNames, MAX_READABLE, stepsOf, type StartingPlace, type Step } from './command-steps.ts'
import { entriesOf } from './place-patterns.ts'
import { isOfSystem } from './place-table.ts'
import { programOfGit } from './repositories.ts'

/** What a command line is known to do besides running: a person's approval of commands in general does not cover it. */
export type CommandHarm = 'delete' | 'install' | 'send' | 'start_programs' | 'secret'

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '))
const DELETERS = list(
  'rm rmdir unlink shred srm wipe wipefs truncate dd trash trash-put gvfs-trash -delete --remove-files -sdel',
)
const MANAGERS = list(
  'apt apt-get aptitude dpkg rpm dnf yum zypper pacman apk snap flatpak brew pip pip3 pipx uv npm pnpm yarn gem cargo go',
)
const INSTALLS =
  /^(re|un)?install$|^(remove|purge|autoremove|add|upgrade|(full|dist)-upgrade|i|--?(install|remove|purge|erase|i|r|P|U|e)|-[SR]\w*)$/
const SENDERS = list(
  'mail mailx sendmail mutt msmtp scp sftp ftp ssh ssh-copy-id rclone nc ncat netcat telnet socat aria2c http https',
)
const SENDS = /^-(d|F|T|X)|^--(data|form|upload|json|request|post|body|method)/

/** Programs, and the words behind them, that make programs start later or at other times than one sees. */
const STARTERS: [string, RegExp][] = [
  ['crontab', /^(?!-l$|-u$)/], ['systemctl', /^(enable|link|edit|start|set-property|import-environment)$/], ['systemd-run', /./],
  ['at', /./], ['batch', /./], ['git', /^(config|--template.*)$/], ['gsettings', /^set$/], ['dconf', /^(load|write)$/],
  ['xdg-mime', /^default$/], ['xdg-settings', /^set$/], ['chsh', /./], ['update-alternatives', /./], ['desktop-file-install', /./],
  ['launchctl', /./], ['schtasks', /./], ['loginctl', /^enable-linger$/],
] // prettier-ignore
/** Programs, and the words behind them, that print a key or a password. */
const TELLERS: [string, RegExp][] = [
  ['gpg', /^--export-secret/], ['secret-tool', /^(lookup|search)$/], ['pass', /^(show|-c)$/], ['gopass', /./], ['security', /^(find|dump|export)/],
  ['gh', /^token$/], ['gcloud', /^print-/], ['aws', /^(export-credentials|get-login-password)$/], ['kubectl', /^--raw$/], ['git', /^credential$/],
  ['op', /^(read|item)$/], ['bw', /^(get|list)$/], ['kwallet-query', /./], ['keyctl', /^(print|pipe|read)$/], ['ssh-keygen', /^-y$/],
] // prettier-ignore

/** Judges by the words alone, wherever they stand and in any quotes: may name too much, never a thing that is not there. */
export function harmsOf(command: string): CommandHarm[] {
  const words = command
    .replaceAll(/['"\\]/g, '')
    .split(/[\s;&|()`<>{}$]+/)
    .map((word) => word.replace(/^.*\/(?=.)/, ''))
  const has = (known: ReadonlySet<string>) => words.some((word) => known.has(word))
  const pair = (program: string, verb: RegExp) => {
    const at = words.indexOf(program)
    return at >= 0 && words.slice(at + 1).some((next) => verb.test(next))
  }
  const pairOf = (table: [string, RegExp][]) => table.some(([program, verb]) => pair(program, verb))
  const harms: [CommandHarm, boolean][] = [
    [
      'delete',
      has(DELETERS) ||
        words.some((word) => /^mkfs(\.|$)/.test(word)) ||
        pair('git', /^clean$/) ||
        pair('gio', /^(trash|remove)$/),
    ],
    ['install', [...MANAGERS].some((manager) => pair(manager, INSTALLS))],
    [
      'send',
      has(SENDERS) ||
        pair('curl', SENDS) ||
        pair('wget', SENDS) ||
        pair('git', /^push$/) ||
        pair('rsync', /:/),
    ],
    ['start_programs', pairOf(STARTERS)],
    ['secret', pairOf(TELLERS)],
  ]
  return harms.filter(([, holds]) => holds).map(([harm]) => harm)
}

const DESKHAND =
  /(^|[\s;&|(/])deskhand(\.mjs)?\s+(-\S+\s+)*(batch|close|config|connect|continue|delete|doctor|follow|key|mcp|memory|pause|queue|record|replay|report|resume|rules|runs?|schedule|search|serve|stop|test|tools|tree|usage|web|windows|worker)\b/

/** Tells whether a command line starts Deskhand itself, which could allow what a person has not. */
export const startsDeskhand = (command: string): boolean => DESKHAND.test(command.replaceAll(/['"\\]/g, ''))

/** What a program that writes does no more than its words say with; what does not fit here may do anything. */
interface Writer {
  /** Each word that is an option has to fit. */
  options: RegExp
  /** Its first word that is no option has to fit. */
  verb?: RegExp
  /** No word that is no option may fit. */
  never?: RegExp
}
const writers = (names: string, writer: Writer): [string, Writer][] =>
  names.split(' ').map((name) => [name, writer])
const WRITERS = new Map<string, Writer>([
  ...writers('mkdir touch', { options: /^-[pvacm]+$|^-m\d+$|^--(parents|verbose|no-create|mode=.*)$/ }),
  ...writers('cp', { options: /^-[aRrinpvudLPH]+$|^--(recursive|archive|no-clobber|interactive|verbose|update|preserve(=.*)?)$/ }),
  ...writers('tee', { options: /^-[ai]+$|^--append$/ }),
  ...writers('mktemp', { options: /^-[a-zA-Z]+$|^--[a-z-]+$/ }),
  ...writers('chmod', { options: /^-[Rvc]+$|^-[rwx]+$/ }),
  ...writers('zip', { options: /^-[rqjv0-9]+$/ }),
  ...writers('tar', { options: /^-[ctvzjJfa]+$|^-C$/, verb: /^[ctvzjJfa]+$|[./]/, never: /^[^/]*:/ }),
  ...writers('git', { options: /^-(C|A|u|m|am|a|s|v|vv|n|p|\d+)$|^--(no-pager|oneline|short|stat|all|cached|staged|graph|name-only|message=.*|amend)$/, verb: /^(status|log|diff|show|add|commit|init|branch|rev-parse|blame|ls-files|describe)$/ }),
  ...writers('apt apt-cache', { options: /^--(installed|upgradable)$/, verb: /^(list|search|show|policy)$/ }),
  ...writers('pip pip3', { options: /^--(outdated|format=\w+)$/, verb: /^(list|show|freeze)$/ }),
  ...writers('npm', { options: /^(-v|--version|--depth=\d+)$/, verb: /^(ls|list|why)$/ }),
  ...writers('snap flatpak', { options: /^--(app|runtime)$/, verb: /^(list|info)$/ }),
]) // prettier-ignore

/** Interpreters that run the file which is their first word. */
const RUNS_A_FILE = /^(ba|da|z|k|fi)?sh$|^python[\d.]*$|^(perl|ruby|node|php|lua|julia)$/

export interface ReadingPlace extends StartingPlace {
  /** Tells whether a file is as the person left it: it is there, and nothing of this run can have written it. */
  isOfPerson: (path: string) => boolean
}

/** Says what of a command can't be read as words, so that it may delete and send, too; null where every word is plain. */
export function unreadableIn(command: string, reading: ReadingPlace): string | null {
  if (command === '') return null
  if (command.length > MAX_READABLE) return 'too long to be read'
  const steps = stepsOf(command, reading)
  if (steps === null) return 'what the shell puts together'
  for (const step of steps) {
    const fault = faultInStep(step, reading, steps)
    if (fault !== null) return fault
  }
  return null
}

function faultInStep(step: Step, reading: ReadingPlace, all: Step[]): string | null {
  const { words, folders, unknown } = step
  const [program, ...rest] = words
  if (program === undefined) return 'a file that is emptied'
  // bash opens a network connection for these paths.
  const away = [...step.into, ...step.onto, ...step.from, ...rest].find((word) =>
    /^\/dev\/(tcp|udp)\//.test(word),
  )
  if (away !== undefined) return away
  if (step.isMade) return 'a variable as the command'
  if (/^\w+\+?=/.test(program)) return 'a variable that changes what runs'
  const named = faultOfNames(step, reading.places)
  if (named !== null) return named
  if (faultOfReading({ ...step, into: [], onto: [] }) === null) return null
  if (unknown !== null) return `what ${unknown} stands for`
  const name = nameOf(program)
  const writer = WRITERS.get(name)
  if (writer) return faultOfWriter(name, writer, step, reading)
  if (!program.includes('/') && asksForVersion(step)) return null
  // A person's own script is named in the question, and the answer is bound to it. This run may have made any other script, so its name
  // says nothing.
  const script = name.includes('/') ? program : RUNS_A_FILE.test(name) ? rest[0] : undefined
  if (script === undefined || !/^[^-$*?]/.test(script)) return name
  const given = script === program ? rest : rest.slice(1)
  const isAlone = all.every((each) => each === step || faultOfReading(each) === null)
  const isPlain = isAlone && !given.some((word) => word.startsWith('-'))
  return isPlain && isScriptOfPerson(script, folders, reading) ? null : `${script}, which is new or not alone`
}

function faultOfWriter(
  name: string,
  writer: Writer,
  step: Step,
  { places, isOfPerson }: ReadingPlace,
): string | null {
  const rest = step.words.slice(1)
  const isTold = name === 'tar' && rest[0]?.startsWith('-') === true
  const verb = name === 'git' ? partsOfGit(rest).verb : rest.find((word) => !/^-./.test(word))
  const odd = rest.find((word) => (/^-./.test(word) ? !writer.options.test(word) : writer.never?.test(word)))
  if (odd !== undefined) return `${name} ${odd}`
  if (writer.verb?.test(verb ?? '') === false && !isTold) return `${name} ${verb ?? ''}`
  return name === 'git' && verb !== 'init' ? programOfGit(step, places, isOfPerson) : null
}

/** Folders of programs that others have made, and that do what their arguments say; and what is no file of a disk. */
const INSTALLED = /\/(node_modules|site-packages|dist-packages|vendor|s?bin)\/|^\/(proc|sys|dev)\//

/**
 * Whether a file is a script that lies where the person keeps things, and it and what lies beside it, which it may load,
 * are as the person left them. A program of the system does what its arguments say, and so does one that is no text.
 */
function isScriptOfPerson(
  script: string,
  folders: readonly (string | null)[],
  { places, isOfPerson }: ReadingPlace,
): boolean {
  const paths = folders.map((folder) => places.at(script, folder).path)
  const found = paths.filter((path) => statOf(path)?.isFile())
  if (found.length === 0 || found.at(-1) !== paths.at(-1)) return false
  return found.every((path) => {
    const beside = entriesOf(dirname(path)).filter((name) => !name.startsWith('.'))
    return (
      !isOfSystem(path) &&
      !INSTALLED.test(path) &&
      isText(path) &&
      beside.every((name) => isOfPerson(join(dirname(path), name)))
    )
  })
}

/** What begins as text: a script, and no program that a compiler has made. */
function isText(path: string): boolean {
  try {
    const file = openSync(path, 'r')
    try {
      const start = Buffer.alloc(512)
      return !start.subarray(0, readSync(file, start)).includes(0)
    } finally {
      closeSync(file)
    }
  } catch {
    return false
  }
}
