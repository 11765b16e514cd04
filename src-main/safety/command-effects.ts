// What a command line may do beside running, told from its words: only what is known to do no more counts as plain.
import { closeSync, openSync, readSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isFolder, statOf } from '../core/stat.ts'
import { faultOfReading, folderOfCd, MAX_READABLE, nameOf, RECURSIVE } from './command-line.ts'
import { partsOf, type CommandPart } from './command-parts.ts'
import { entriesOf, fittingPaths, MAX_PATHS, patternsOf } from './place-patterns.ts'
import { isOfSystem } from './place-table.ts'
import type { Places } from './places.ts'
import { programOfRepository } from './repositories.ts'

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
  ...writers('mktemp', { options: /^-[a-zA-Z]+$|^--[a-z-]+$/ }),
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
  const steps = stepsOf(command, reading)
  if (steps === null) return 'what the shell puts together'
  for (const step of steps) {
    const fault = faultInStep(step, reading, steps)
    if (fault !== null) return fault
  }
  return null
}

/** A part of a line, and every folder that it may run in: `cd` may have failed, or not have been come to. The likeliest is the last. */
interface Step extends CommandPart {
  folders: (string | null)[]
}

/** Null where a line can't be taken apart. */
function stepsOf(
  command: string,
  { places, folder }: Pick<ReadingPlace, 'places' | 'folder'>,
): Step[] | null {
  const parts = command.length > MAX_READABLE ? null : partsOf(command)
  let folders = [folder]
  return (
    parts?.map((part) => {
      const step = { ...part, folders }
      const [program, ...rest] = part.words
      const to = program === 'cd' ? folderOfCd(rest) : null
      if (to !== null) folders = [...folders, ...fittingPaths(places.absolute(to, folders.at(-1)) ?? to)]
      return step
    }) ?? null
  )
}

function faultInStep(step: Step, reading: ReadingPlace, all: Step[]): string | null {
  const { words, folders, unknown } = step
  const [program, ...rest] = words
  if (program === undefined) return 'a file that is emptied'
  // bash makes a connection of these.
  const away = [...step.into, ...step.onto, ...rest].find((word) => /^\/dev\/(tcp|udp)\//.test(word))
  if (away !== undefined) return away
  if (step.isMade) return 'a variable as the command'
  if (/^\w+\+?=/.test(program)) return 'a variable that changes what runs'
  if (faultOfReading({ ...step, into: [], onto: [] }) === null) return null
  if (unknown !== null) return `what ${unknown} stands for`
  const many = rest.find((word) => patternsOf(word).length >= MAX_PATHS)
  if (many !== undefined) return 'more names than can be looked at'
  const option = fileAsOption(rest, folders, reading.places)
  if (option !== undefined) return `a file that is called ${option}`
  const name = nameOf(program)
  const writer = WRITERS.get(name)
  if (writer) return faultOfWriter(name, writer, step, reading)
  if (!program.includes('/') && rest.length === 1 && /^--?(version|help)$|^-V$/.test(rest[0] ?? ''))
    return null
  // A script of the person's is named in the question and bound to the answer; one that this run can have made says nothing.
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
  { words, folders }: Step,
  reading: ReadingPlace,
): string | null {
  const rest = words.slice(1)
  const operands = rest.filter((word) => !/^-./.test(word))
  const odd = rest.find((word) => /^-./.test(word) && !writer.options.test(word))
  // What stands behind `-C` is the folder, and no verb.
  const verb = operands[rest[0] === '-C' ? 1 : 0] ?? ''
  const isVerb =
    writer.verb === undefined ||
    writer.verb.test(verb) ||
    (name === 'tar' && rest[0]?.startsWith('-') === true)
  if (odd !== undefined || !isVerb) return `${name} ${odd ?? verb}`
  if (name !== 'git' || verb === 'init') return null
  const other = rest[0] === '-C' ? rest[1] : undefined
  for (const folder of folders) {
    const path = other === undefined ? folder : reading.places.absolute(other, folder)
    const runs = path === null ? 'git' : programOfRepository(path, reading.isOfPerson)
    if (runs !== null) return runs
  }
  return null
}

/** A wildcard may stand for a file that is called as an option is. */
const fileAsOption = (
  words: string[],
  folders: readonly (string | null)[],
  places: Places,
): string | undefined =>
  words
    .filter((word) => /^[*?[]/.test(word) && !word.includes('/'))
    .flatMap((word) => folders.flatMap((folder) => fittingPaths(places.absolute(word, folder) ?? word)))
    .map((path) => basename(path))
    .find((name) => name.startsWith('-'))

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
      !/^\/(proc|sys|dev)\//.test(path) &&
      isText(path) &&
      beside.every((name) => isOfPerson(join(dirname(path), name)))
    )
  })
}

/** Lists every folder that a command line may run in: where it begins, and where it goes. */
export function foldersOf(
  command: string,
  { places, folder: start }: Pick<ReadingPlace, 'places' | 'folder'>,
): (string | null)[] {
  const steps = stepsOf(`${command}\ntrue`, { places, folder: start })
  return [...new Set(steps?.at(-1)?.folders ?? [start])]
}

/** Lists absolute paths of files that a command line writes anew, by redirects and copies. Appending replaces nothing. */
export function filesWritten(
  command: string,
  { places, folder: start }: Pick<ReadingPlace, 'places' | 'folder'>,
): string[] {
  const steps = stepsOf(command, { places, folder: start }) ?? roughSteps(command, start)
  return steps
    .flatMap((step) =>
      step.folders.flatMap((here) => {
        const absolute = (path: string) => places.absolute(path, here) ?? path
        return [...step.into, ...outputsOf(step, absolute)].flatMap((path) => patternsOf(path)).map(absolute)
      }),
    )
    .filter((path) => path !== '' && path !== '/dev/null')
}

/** Where the line can't be taken apart: what stands behind its arrows all the same. */
const roughSteps = (command: string, folder: string | null): Step[] => [
  {
    words: [],
    isMade: true,
    unknown: null,
    onto: [],
    from: [],
    folders: [folder],
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
    case 'zip':
      return operands.slice(0, 1).flatMap((path) => [path, `${path}.zip`])
    case 'tar':
    case 'bsdtar': {
      const [cluster = ''] = rest
      const at = rest.findIndex((word) => /^-C$|^--directory$/.test(word))
      const archive =
        rest[
          rest.findIndex((word, index) =>
            (index === 0 ? /^-?[a-zA-Z]*f[a-zA-Z]*$/ : /^(-[a-zA-Z]*f|--file)$/).test(word),
          ) + 1
        ] ?? ''
      if (/^-?\w*[cru]|^--(create|append|update)/.test(cluster)) return [archive]
      return /^-?\w*x|^--(extract|get)/.test(cluster) ? [at >= 0 ? (rest[at + 1] ?? '') : '.'] : []
    }
    case 'unzip':
    case '7z':
    case '7za':
    case 'unrar': {
      const at = rest.indexOf('-d')
      const attached = rest.find((word) => /^-o./.test(word) && basename(program) !== 'unzip')
      return [attached?.slice(2) ?? (at >= 0 ? (rest[at + 1] ?? '') : '.')]
    }
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
const MOVES_FOLDERS = list('mv rm trash trash-put gvfs-trash shred chmod chown')

/** Lists folders that are read with all that is in them, and those that are moved or removed. Absolute paths. */
export function wholeFolders(
  command: string,
  { places, folder: start }: Pick<ReadingPlace, 'places' | 'folder'>,
): { read: string[]; moved: string[] } {
  const found = { read: [] as string[], moved: [] as string[] }
  for (const { words, folders } of stepsOf(command, { places, folder: start }) ?? []) {
    const [program = '', ...rest] = words
    const name = basename(program)
    const operands = rest.filter((word) => !word.startsWith('-')).flatMap((word) => patternsOf(word))
    const absolute = (paths: string[]) =>
      paths.flatMap((path) => folders.flatMap((folder) => places.absolute(path, folder) ?? []))
    if (TAKES_FOLDERS.has(name))
      found.read.push(...absolute(rest[0] === '-C' || operands.includes('.') ? ['.', ...operands] : operands))
    // A pattern that is looked for is taken for a folder, too: there is none of its name.
    else if (/^([ef]?grep|diff)$/.test(name) && rest.some((word) => RECURSIVE.test(word)))
      found.read.push(...absolute(operands.length > 1 ? operands : [...operands, '.']))
    else if (name === 'cp' && rest.some((word) => /^-(?!-)\w*[aRr]|^--(rec|arc)/.test(word)))
      found.read.push(...absolute(operands.slice(0, -1)))
    if (MOVES_FOLDERS.has(name))
      found.moved.push(...absolute(name === 'mv' ? operands.slice(0, -1) : operands))
  }
  return found
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
