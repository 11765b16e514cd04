// Finds what a command line may do beside running, by its words: only what is known to do no more counts as plain.
import { basename, join } from 'node:path'
import { isFolder } from '../core/stat.ts'
import { faultOf, readerOf, type Reader } from './command-line.ts'
import { partsOf, type CommandPart } from './command-parts.ts'
import { patternsOf } from './place-patterns.ts'
import type { Places } from './places.ts'

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
  /(^|[\s;&|(/])deskhand(\.mjs)?\s+(-\S+\s+)*(batch|close|config|continue|delete|follow|memory|queue|record|replay|rules|run|serve|test|web|worker)\b/

/** Tells whether a command line starts Deskhand itself, which could allow what a person has not. */
export const startsDeskhand = (command: string): boolean => DESKHAND.test(command.replaceAll(/['"\\]/g, ''))

/** Characters of a command that a person, and this reader, can still read. */
const MAX_READABLE = 10_000

/** What a program that writes does no more than its words say with; what does not fit here may do anything. */
interface Writer {
  /** Each word that is an option has to fit. */
  options: RegExp
  /** Its first word that is no option has to fit. */
  verb?: RegExp
}
const writers = (names: string, writer: Writer): [string, Writer][] =>
  names.split(' ').map((name) => [name, writer])
const WRITERS = new Map<string, Writer>([
  ...writers('mkdir touch', { options: /^-[pvacm]+$|^-m\d+$|^--(parents|verbose|no-create|mode=.*)$/ }),
  ...writers('cp', { options: /^-[aRrinpvudLPH]+$|^--(recursive|archive|no-clobber|interactive|verbose|update|preserve(=.*)?)$/ }),
  ...writers('tee', { options: /^-[ai]+$|^--append$/ }),
  ...writers('sleep cd pushd popd mktemp xdg-user-dir jq column', { options: /^-[a-zA-Z]+$|^--[a-z-]+$/ }),
  ...writers('chmod', { options: /^-[Rvc]+$|^-[rwx]+$/ }),
  ...writers('zip', { options: /^-[rqjv0-9]+$/ }),
  ...writers('tar', { options: /^-[ctvzjJfa]+$|^-C$/, verb: /^[ctvzjJfa]+$|[./]/ }),
  ...writers('git', { options: /^-(C|A|u|m|am|a|s|v|vv|n|p|\d+)$|^--(no-pager|oneline|short|stat|all|cached|staged|graph|name-only|message=.*|amend)$/, verb: /^(status|log|diff|show|add|commit|init|branch|rev-parse|blame|ls-files|describe)$/ }),
  ...writers('apt apt-cache', { options: /^--(installed|upgradable)$/, verb: /^(list|search|show|policy)$/ }),
  ...writers('pip pip3', { options: /^--(outdated|format=\w+)$/, verb: /^(list|show|freeze)$/ }),
  ...writers('npm pnpm yarn', { options: /^(-v|--version|--depth=\d+)$/, verb: /^(ls|list|why)$/ }),
  ...writers('snap flatpak', { options: /^--(app|runtime)$/, verb: /^(list|info)$/ }),
]) // prettier-ignore

/** Interpreters that run the file which is their first word. */
const RUNS_A_FILE = /^(ba|da|z|k|fi)?sh$|^python[\d.]*$|^(perl|ruby|node|php|lua|Rscript|julia)$/

export interface ReadingPlace {
  places: Places
  /** Where the line begins to run. */
  folder: string | null
  /** Tells whether a file is as the person left it: it is there, and nothing of this run can have written it. */
  isOfPerson: (path: string) => boolean
}

/** Says what of a command can't be read as words, so that it may delete and send, too; null where every word is plain. */
export function unreadableIn(command: string, reading: ReadingPlace): string | null {
  if (command === '') return null
  if (command.length > MAX_READABLE) return 'too long to be read'
  const parts = partsOf(command)
  if (parts === null) return 'what the shell puts together'
  let folder = reading.folder
  for (const part of parts) {
    const fault = faultInPart(part, { ...reading, folder }, parts)
    if (fault !== null) return fault
    folder = folderAfter(part, folder, reading.places)
  }
  return null
}

function faultInPart(part: CommandPart, reading: ReadingPlace, all: CommandPart[]): string | null {
  const [program, ...rest] = part.words
  if (program === undefined) return 'a file that is emptied'
  // bash makes a connection of these.
  const away = [...part.into, ...rest].find((word) => /^\/dev\/(tcp|udp)\//.test(word))
  if (away !== undefined) return away
  if (part.isMade) return 'a variable as the command'
  if (/^\w+\+?=/.test(program)) return 'a variable that changes what runs'
  const name = program.replace(/^\/(usr\/)?bin\//, '')
  const reader = readerOf(name)
  if (reader) return asFault(name, reader, rest)
  const writer = WRITERS.get(name)
  if (writer) {
    const operands = rest.filter((word) => !/^-./.test(word))
    const odd = rest.find((word) => /^-./.test(word) && !writer.options.test(word))
    // What stands behind `-C` is the folder, and no verb.
    const verb = operands[rest[0] === '-C' ? 1 : 0] ?? ''
    const isVerb =
      writer.verb === undefined ||
      writer.verb.test(verb) ||
      (name === 'tar' && rest[0]?.startsWith('-') === true)
    if (odd === undefined && isVerb) return null
    return `${name} ${odd ?? verb}`
  }
  if (!program.includes('/') && rest.length === 1 && /^--?(version|help)$|^-V$/.test(rest[0] ?? ''))
    return null
  // A script of the person's is named in the question and bound to the answer; one that this run can have made says nothing.
  const script = program.includes('/') ? program : RUNS_A_FILE.test(name) ? rest[0] : undefined
  if (script !== undefined && /^[^-$*?]/.test(script)) {
    const path = reading.places.absolute(script, reading.folder)
    const isAlone = all.every((each) => each === part || readsOnly(each))
    if (isAlone && path !== null && reading.isOfPerson(path)) return null
    return `${script}, which is new or not alone`
  }
  return name
}

const asFault = (name: string, reader: Reader, rest: string[]): string | null => {
  const fault = faultOf(reader, rest)
  return fault === null ? null : `${name} ${fault}`
}

const readsOnly = ({ words: [program = '', ...rest], isMade, into }: CommandPart): boolean => {
  const reader = isMade || into.length > 0 ? undefined : readerOf(program.replace(/^\/(usr\/)?bin\//, ''))
  return program === 'cd' || (reader !== undefined && faultOf(reader, rest) === null)
}

function folderAfter(
  { words: [program, to] }: CommandPart,
  folder: string | null,
  places: Places,
): string | null {
  return program === 'cd' || program === 'pushd' ? places.absolute(to ?? '~', folder) : folder
}

/** Lists every folder that a command line may run in: where it begins, and where it goes. */
export function foldersOf(
  command: string,
  { places, folder: start }: Pick<ReadingPlace, 'places' | 'folder'>,
): (string | null)[] {
  let folder = start
  const found = [start]
  for (const part of command.length > MAX_READABLE ? [] : (partsOf(command) ?? [])) {
    folder = folderAfter(part, folder, places)
    found.push(folder)
  }
  return [...new Set(found)]
}

/** Lists absolute paths of files that a command line writes anew, by redirects and copies. Appending replaces nothing. */
export function filesWritten(
  command: string,
  { places, folder: start }: Pick<ReadingPlace, 'places' | 'folder'>,
): string[] {
  const parts = command.length > MAX_READABLE ? [] : (partsOf(command) ?? roughParts(command))
  let folder = start
  const found: string[] = []
  for (const part of parts) {
    const here = folder
    const paths = [...part.into, ...outputsOf(part, (path) => places.absolute(path, here) ?? path)]
    found.push(
      ...paths.flatMap((path) => patternsOf(path)).map((path) => places.absolute(path, here) ?? path),
    )
    folder = folderAfter(part, folder, places)
  }
  return found.filter((path) => path !== '' && path !== '/dev/null')
}

/** Where the line can't be taken apart: what stands behind its arrows all the same. */
const roughParts = (command: string): CommandPart[] => [
  {
    words: [],
    isMade: true,
    into: [...command.matchAll(/(?:^|[^>&<=-])>\|?\s*(["']?)([^\s"';&|<>()]+)\1/g)].map(
      (one) => one[2] ?? '',
    ),
  },
]

function outputsOf(
  { words: [program = '', ...rest] }: CommandPart,
  absolute: (path: string) => string,
): string[] {
  const operands = rest.filter((word) => !word.startsWith('-'))
  switch (basename(program)) {
    case 'tee':
      return rest.some((word) => /^-\w*a|^--append/.test(word)) ? [] : operands
    case 'dd':
      return rest.filter((word) => word.startsWith('of=')).map((word) => word.slice(3))
    case 'cp':
    case 'mv':
    case 'install':
    case 'ln':
    case 'gio': {
      const into = rest.findIndex((word) => word === '-t' || word.startsWith('--target-directory'))
      const to = (into >= 0 ? (rest[into]?.split('=')[1] ?? rest[into + 1]) : operands.at(-1)) ?? ''
      const from = operands.filter((word) => word !== to)
      // Into a folder it goes by its own name; all of a folder, as `a/.`, by the names in it.
      return isFolder(absolute(to)) ? from.map((word) => join(to, basename(word))) : [to]
    }
    default: {
      // Many programs are told by -o, -O or --output where they write to.
      const at = rest.findIndex((word) => /^-[oO]$|^--out(put)?(-(file|document))?$/.test(word))
      const attached = rest.find((word) => /^(-o(?=.)|--out(put)?(-(file|document))?=)/.test(word))
      return [
        ...(at >= 0 ? [rest[at + 1] ?? ''] : []),
        ...(attached ? [attached.replace(/^-o|^--[\w-]+=/, '')] : []),
      ]
    }
  }
}

/** Programs that take all of a folder with them. */
const TAKES_FOLDERS = list('tar zip 7z 7za rar rsync scp rg ag ack cpio borg restic gio')
const RECURSIVE = /^-(?!-)\w*[raRd]|^--(recursive|archive|dereference-r)/
const MOVES_FOLDERS = list('mv rm trash trash-put gvfs-trash shred chmod chown')

/** Lists folders that are read with all that is in them, and those that are moved or removed. Absolute paths. */
export function wholeFolders(
  command: string,
  { places, folder: start }: Pick<ReadingPlace, 'places' | 'folder'>,
): { read: string[]; moved: string[] } {
  const found = { read: [] as string[], moved: [] as string[] }
  let folder = start
  for (const part of partsOf(command) ?? []) {
    const [program = '', ...rest] = part.words
    const name = basename(program)
    const here = folder
    const operands = rest.filter((word) => !word.startsWith('-')).flatMap((word) => patternsOf(word))
    const absolute = (words: string[]) => words.flatMap((word) => places.absolute(word, here) ?? [])
    const isRecursive = rest.some((word) => RECURSIVE.test(word))
    if (TAKES_FOLDERS.has(name))
      found.read.push(...absolute(rest[0] === '-C' || operands.includes('.') ? ['.', ...operands] : operands))
    else if (isRecursive && /^(cp|[ef]?grep|diff)$/.test(name))
      found.read.push(
        ...absolute(
          name === 'cp'
            ? operands.slice(0, -1)
            : name === 'diff'
              ? operands
              : operands.length > 1
                ? operands.slice(1)
                : ['.'],
        ),
      )
    if (MOVES_FOLDERS.has(name))
      found.moved.push(...absolute(name === 'mv' ? operands.slice(0, -1) : operands))
    folder = folderAfter(part, folder, places)
  }
  return found
}
