// Lists programs that only read and print, and the arguments with which they do more.
import { faultOfAwk, faultOfSed } from './command-scripts.ts'

/** Says which arguments make a program that reads do something else. Every argument that is not named here reads. */
interface Reader {
  /** Letters of short options, alone or in a cluster (`-ro`). */
  short?: string
  /** Long options; an abbreviation of one counts, too. */
  long?: string[]
  /** Whole words, as `find` has them. */
  words?: string[]
  /** The largest number of words that are no options. */
  operands?: number
  /** Only these words may follow. */
  only?: RegExp
  /** What no word may have in it. */
  never?: RegExp
  /** Finds the word that is a script, and does more. */
  script?: (words: readonly string[]) => string | null
}

const ANY: Reader = {}
/** Its first word has to fit, and then every other one. */
const listing =
  (first: RegExp, others: RegExp): Reader['script'] =>
  ([word = '', ...rest]) =>
    first.test(word) ? (rest.find((each) => !others.test(each)) ?? null) : word || 'no word'
const readers = (names: string, reader: Reader): [string, Reader][] =>
  names.split(' ').map((name) => [name, reader])

/** Its first word that is no option has to fit, then each option and every other word. */
const byVerb =
  (verbs: RegExp, options: RegExp, others: RegExp): Reader['script'] =>
  (words) => {
    const [verb, ...rest] = words.filter((word) => !word.startsWith('-'))
    const odd = words.find((word) => word.startsWith('-') && !options.test(word))
    if (odd !== undefined) return odd
    return verb !== undefined && verbs.test(verb)
      ? (rest.find((word) => !others.test(word)) ?? null)
      : (verb ?? 'no word')
  }

/** Programs that only read and print, from their manuals. */
export const READERS = new Map<string, Reader>([
  ...readers('ls cat head tail wc stat du df pwd echo whoami id groups uname arch nproc uptime free true false', ANY),
  ...readers('which basename dirname realpath readlink grep egrep fgrep cut nl tac rev fold fmt expand unexpand paste', ANY),
  ...readers('comm cmp diff join od hexdump strings base64 base32 md5sum sha1sum sha224sum sha256sum sha384sum sha512sum', ANY),
  ...readers('b2sum cksum sum seq expr tty logname users who w pgrep lscpu lsblk lsusb fc-list dpkg-query numfmt', ANY),
  ...readers('column sleep tr bc cal factor pstree zipinfo pdfinfo locale getconf lsmod vmstat zcat', ANY),
  ['ss', { short: 'KD', long: ['kill', 'diag'] }],
  ['ip', { only: /^(-[46s]|-br|-brief|a|addr|address|l|link|r|route|show)$/ }],
  ['top', { only: /^-bn?\d*$|^-n\d*$|^\d+$/ }],
  // A shell has these built in: `-v` and `%n` name a variable, and carry out what stands in its brackets.
  ['printf', { short: 'v', never: /%[^%a-zA-Z]*[hjltzL]*n/ }],
  ...readers('test [', { words: ['-v', '-R'] }),
  // What it imports is a file that no word of it names, and a file with its script is not read here.
  ['jq', { short: 'fL', long: ['from-file', 'library-path'], never: /\$ENV|\b(env|import|include)\b/ }],
  // It is a script, which has the shell carry out its word.
  ['xdg-user-dir', { only: /^[A-Z]+$/ }],
  ['lspci', { short: 'O', words: ['-O'] }],
  ['sed', { script: faultOfSed }],
  ...readers('awk gawk mawk', { script: faultOfAwk }),
  // What an archive holds. `host:file` is on another machine.
  ['tar', { script: listing(/^-?[vzjJaf]*t[vzjJaf]*$/, /^(-[vzjJaf]+|[^-:][^:]*)$/) }],
  ['unzip', { script: listing(/^-[lvZ][qlv]*$/, /^[^-]/) }],
  ...readers('7z 7za', { script: listing(/^l$/, /^(-slt|-ba|[^-@].*)$/) }),
  ['gzip', { script: listing(/^-l$/, /^[^-]/) }],
  ['pdftotext', { script: (words) => (words.length > 1 && words.at(-1) === '-' ? null : 'the text that it writes') }],
  ['ffprobe', { only: /^(-hide_banner|-v|-loglevel|error|quiet|-show_(format|streams|chapters)|-show_entries|(format|stream)=[\w,]+|-of|-print_format|-i|[^-:|@][^:|]*)$/ }],
  ['xxd', { operands: 1 }],
  ...readers('less more', { only: /^[^-+]/ }),
  ['shuf', { short: 'o', long: ['output', 'random-source'] }],
  ['iconv', { short: 'o', long: ['output'] }],
  ['rg', { short: 'zu.', long: ['pre', 'pre-glob', 'hostname-bin', 'search-zip', 'unrestricted', 'hidden', 'no-ignore'] }],
  ...readers('fd fdfind', { short: 'xXHIu', long: ['exec', 'exec-batch', 'hidden', 'no-ignore', 'unrestricted'] }),
  // What is there to be read of the system, its programs and its devices.
  ['man', { only: /^(-[kf]|[1-9][a-z]*|[A-Za-z0-9][\w.+:-]*)$/ }],
  ['type', { only: /^(-[atp]+|\w[\w.+-]*)$/ }],
  ['command', { script: listing(/^-[vV]$/, /^\w[\w.+-]*$/) }],
  ...readers('apt apt-cache', { script: byVerb(/^(list|show|search|policy)$/, /^--(installed|upgradable|all-versions)$/, /^\w[\w.+*:-]*$/) }),
  ...readers('pip pip3', { script: byVerb(/^(list|show)$/, /^--(format=\w+|user)$/, /^\w[\w.-]*$/) }),
  ['npm', { script: byVerb(/^(ls|list)$/, /^(-g|--global|--depth=\d+)$/, /^[\w@][\w@/.-]*$/) }],
  ['snap', { only: /^list$/ }],
  ['flatpak', { only: /^(list|--app|--runtime)$/ }],
  ['systemctl', { script: byVerb(/^(status|is-active|is-enabled|is-failed|list-(units|timers|unit-files|sockets))$/, /^(--(user|system|no-pager|all|full|failed|type=\w+|state=\w+)|-[al])$/, /^[\w@][\w@.:-]*$/) }],
  ['journalctl', { only: /^(-[nukbprxe]\d*|--(user|system|no-pager|since|until|unit|boot|lines|priority)(=.*)?|[\w@.:][\w@.: -]*)$/ }],
  ['dmesg', { only: /^(-[HTkuxt]+|--human|--ctime)$/ }],
  ['lsof', { only: /^(-[Pnlt]+|-i\S*|[^-+].*)$/ }],
  ...readers('timedatectl hostnamectl', { only: /^(status|show)$/ }),
  ['lsb_release', { only: /^-[adirc]+$/ }],
  ['acpi', { only: /^-[abtciV]+$/ }],
  ['sensors', { only: /^-[uAj]$/ }],
  ['lpstat', { only: /^-[drpvast]+$/ }],
  ['nvidia-smi', { only: /^-L$/ }],
  ['upower', { only: /^(-[ied]|\/org\/[\w/]+)$/ }],
  ['pactl', { only: /^(list|info|short|sinks|sources|modules|cards|get-default-sink|get-default-source)$/ }],
  ['nmcli', { only: /^(general|device|dev|d|connection|con|c|status)$/ }],
  ['crontab', { only: /^-l$/ }],
  ['wmctrl', { only: /^-(l[Gpx]*|m|d)$/ }],
  ['xrandr', { only: /^(-q|--query|--current|--listmonitors)$/ }],
  ['xdpyinfo', { only: /^-queryExtensions$/ }],
  ['xprop', { only: /^(-root|-id|-name|0x[0-9a-f]+|[A-Z_]+)$/ }],
  ['xdg-mime', { script: listing(/^query$/, /^(default|filetype|\w[\w.+-]*\/\w[\w.+-]*)$/) }],
  ['gsettings', { script: listing(/^(get|list-schemas|list-keys|list-recursively|range|describe|writable)$/, /^[\w/][\w./:-]*$/) }],
  ['ifconfig', { operands: 1, only: /^(-a|\w[\w.-]*)$/ }],
  ['netstat', { only: /^-[tulnprsaie46]+$/ }],
  ['getent', { script: listing(/^(passwd|group|services|protocols)$/, /^\w[\w-]*$/) }],
  ['last', { only: /^$/ }],
  // Without its one dash they would read a file of that name.
  ...readers('java javac ffmpeg convert', { script: listing(/^-version$/, /^$/) }),
  ['sort', { short: 'oT', long: ['output', 'temporary-directory', 'compress-program', 'files0-from'] }],
  ['uniq', { operands: 1 }],
  // What is set is written in digits alone.
  ['date', { short: 's', long: ['set'], only: /[^\d.]/ }],
  ['hostname', { only: /^-[fidAIsy]+$|^--(fqdn|short|domain|ip-address|all-ip-addresses)$/ }],
  ['file', { short: 'C', long: ['compile'] }],
  ['tree', { short: 'oR', long: ['output'] }],
  ['find', { words: ['-exec', '-execdir', '-ok', '-okdir', '-delete', '-fprint', '-fprint0', '-fprintf', '-fls'] }],
  ['ps', { only: /^(aux|ax|x|-e|-f|-ef|-A|-eF|-F|--sort=[\w%,+-]+)$/ }],
  ['dpkg', { only: /^(-l|-s|-L|-S|--list|--status|--listfiles|--search|[a-z0-9][\w.+:-]*)$/ }],
]) // prettier-ignore

/** The argument that makes it more than reading, or null. */
export function faultOfReader(reader: Reader, words: readonly string[]): string | null {
  let operands = 0
  let options = true
  const script = reader.script?.(words) ?? null
  if (script !== null) return script
  for (const word of words) {
    if (reader.only && !reader.only.test(word)) return word
    if (reader.words?.includes(word) || reader.never?.test(word)) return word
    if (options && word === '--') {
      options = false
    } else if (options && word.startsWith('--')) {
      const name = word.slice(2).split('=')[0] ?? ''
      if (reader.long?.some((long) => long.startsWith(name))) return word
    } else if (options && word.startsWith('-') && word.length > 1) {
      if (Array.from(reader.short ?? '').some((letter) => word.includes(letter))) return word
    } else {
      operands++
      if (reader.operands !== undefined && operands > reader.operands) return `a second file (${word})`
    }
  }
  return null
}

/** Words of git before and behind its verb that change nothing and run nothing; words that are no options follow. */
const GIT_OPTION =
  /^-([Csvvarnpulz]|vv|n?\d+|-)$|^--(no-pager|oneline|short|stat|shortstat|numstat|all|cached|staged|graph|decorate|name-only|name-status|summary|abbrev-ref|show-toplevel|show-current|porcelain(=v[12])?|branch|branches|tags|list|reverse|no-merges|merges|follow|patch|word-diff|no-color|pretty=\w+|format=.*|(since|until|after|before|author|grep)=.*|max-count=\d+|date=\w+|verify|others|modified|exclude-standard)$/
const GIT_READS = /^(status|log|diff|show|shortlog|describe|rev-parse|blame|ls-files)$/
/** These make something of a word that is no option. */
const GIT_LISTS = /^(branch|remote|tag)$/

/** The first word of git with which it does more than read, or null. */
export function faultOfGit(words: readonly string[]): string | null {
  const odd = words.find((word) => word.startsWith('-') && !GIT_OPTION.test(word))
  if (odd !== undefined) return odd
  const { verb = 'no verb', rest } = partsOfGit(words)
  if (GIT_READS.test(verb)) return null
  if (!GIT_LISTS.test(verb)) return verb
  return rest.find((word) => !word.startsWith('-')) ?? null
}

/** The first word of git that is no option, what follows it, and the folders that it is told to go to before. */
export function partsOfGit(words: readonly string[]): {
  verb: string | undefined
  rest: readonly string[]
  into: string[]
} {
  const into: string[] = []
  let at = 0
  for (; words[at]?.startsWith('-'); at++) if (words[at] === '-C') into.push(words[++at] ?? '')
  return { verb: words[at], rest: words.slice(at + 1), into }
}
