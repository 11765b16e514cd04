// Runs a program by bubblewrap in namespaces of its own: without a network, without the person's files but those that are named, with one
// folder to write, and bounded by prlimit.
import { spawn } from 'node:child_process'
import { existsSync, lstatSync, readlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { WORK_FOLDER, type Confined, type ConfinedCommand, type Sandbox } from '../sandbox.ts'
import { systemCallFilter } from './system-call-filter.ts'

const TRY_WITHIN_MS = 5000
/** The most bytes of `/tmp`, which is memory. */
const TMP_BYTES = 64 * 1024 * 1024
const MAX_OPEN_FILES = 256

/** What programs look up: libraries, fonts, the time zone. Nothing of it is the person's. */
const SETTINGS = [
  '/etc/ld.so.cache',
  '/etc/alternatives',
  '/etc/fonts',
  '/etc/localtime',
  '/etc/timezone',
  '/etc/mime.types',
]
/** Folders that are links into /usr on most systems, and folders of their own on some. */
const SYSTEM_FOLDERS = ['/bin', '/sbin', '/lib', '/lib32', '/lib64']

const PYTHON = '/usr/bin/python3'
/**
 * Carries out the words behind it, with Landlock: nothing may be opened for writing but what lies in the first words. A mount that is only for
 * reading does not keep a program from writing to a named pipe in it, and another program may make one while the script runs. Where the kernel
 * has no Landlock, it changes nothing. The numbers are those of every processor, WRITE_FILE is 2.
 */
const WRITING_NOWHERE_ELSE = `
import ctypes, os, struct, sys
call = ctypes.CDLL(None).syscall
places, words = sys.argv[1].split(':'), sys.argv[2:]
rules = call(444, struct.pack('=Q', 2), ctypes.c_size_t(8), 0)
if rules >= 0:
    for place in places:
        folder = os.open(place, os.O_PATH | os.O_CLOEXEC)
        call(445, rules, 1, struct.pack('=Qi', 2, folder), 0)
        os.close(folder)
    if call(446, rules, 0) != 0:
        sys.exit('The script can not be kept from writing elsewhere.')
    os.close(rules)
os.execv(words[0], words)
`

/** The folder for temporary files. What is read stands inside where it stands outside, and nothing below it may be written. */
const temporaryFolder = (reads: readonly string[]): string =>
  reads.some((path) => `${path}/`.startsWith('/tmp/')) ? '/dev/shm' : '/tmp'

const writingNowhereElse = ({ words, reads }: Confined): readonly string[] =>
  existsSync(PYTHON)
    ? [
        PYTHON,
        '-I',
        '-S',
        '-B',
        '-c',
        WRITING_NOWHERE_ELSE,
        [WORK_FOLDER, '/dev', temporaryFolder(reads)].join(':'),
        ...words,
      ]
    : words

function systemFolders(): string[] {
  const binds = SYSTEM_FOLDERS.flatMap((folder) => {
    const found = lstatSync(folder, { throwIfNoEntry: false })
    if (!found) return []
    return found.isSymbolicLink()
      ? ['--symlink', readlinkSync(folder), folder]
      : ['--ro-bind', folder, folder]
  })
  return ['--ro-bind', '/usr', '/usr', ...binds]
}

function command(confined: Confined): ConfinedCommand {
  const { reads, masked, programs, folder, home, memory, file } = confined
  const environment = { HOME: home, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', TMPDIR: temporaryFolder(reads) }
  const bound = (from: string, to: string) => ['--ro-bind', from, to]
  const size = String(TMP_BYTES)
  const args = [
    '--core=0',
    `--nofile=${MAX_OPEN_FILES}`,
    `--fsize=${file}`,
    `--as=${memory}`,
    'bwrap',
    '--unshare-all',
    // A number of its own: where Deskhand runs as root, the script shall not find itself to be root.
    '--unshare-user',
    '--uid',
    '1000',
    '--gid',
    '1000',
    '--cap-drop',
    'ALL',
    '--die-with-parent',
    '--new-session',
    '--seccomp',
    '3',
    '--clearenv',
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...systemFolders(),
    ...SETTINGS.flatMap((path) => ['--ro-bind-try', path, path]),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--size',
    size,
    '--tmpfs',
    '/dev/shm',
    '--size',
    size,
    '--tmpfs',
    '/tmp',
    '--dir',
    home,
    ...Object.entries(programs).flatMap(([inside, path]) => bound(path, inside)),
    ...reads.flatMap((path) => bound(path, path)),
    ...masked.flatMap((path) => bound('/dev/null', path)),
    '--bind',
    folder,
    WORK_FOLDER,
    '--chdir',
    WORK_FOLDER,
    // All else is memory without a bound, so nothing may be written there. In /proc, root's own number could set what the kernel does.
    '--remount-ro',
    '/',
    '--remount-ro',
    '/dev',
    '--remount-ro',
    '/proc',
    '--',
    ...writingNowhereElse(confined),
  ]
  return { command: 'prlimit', args, filter: systemCallFilter() ?? Buffer.alloc(0) }
}

let found: ReturnType<Sandbox['fault']> | undefined

/** Runs the same command line as a script's, because namespaces may be there, and be forbidden to this person. */
async function tryIt(): ReturnType<Sandbox['fault']> {
  if (systemCallFilter() === null)
    return {
      detail: `the system calls of this processor (${process.arch}) are not known`,
      mend: 'Nothing can be done: agents are not offered to run scripts.',
    }
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-sandbox-'))
  try {
    const confined = {
      reads: [],
      masked: [],
      programs: {},
      folder,
      home: '/home',
      memory: 2 ** 30,
      file: 2 ** 20,
    }
    const said = await complaintOf(command({ ...confined, words: ['/usr/bin/true'] }))
    if (said === null) return null
    return {
      detail: said === '' ? 'bubblewrap can’t be run' : said,
      mend: 'sudo apt-get install bubblewrap; where it is there, allow programs to make namespaces (user.max_user_namespaces, AppArmor).',
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Gives the last line of what a command complains of; null where it succeeds. */
function complaintOf({ command: program, args, filter }: ConfinedCommand): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'], timeout: TRY_WITHIN_MS })
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  child.once('error', () => resolve(''))
  child.once('close', (code) => resolve(code === 0 ? null : (errors.trim().split('\n').at(-1) ?? '')))
  const filterPipe = child.stdio[3] as Writable
  // A command that ends before it has read the filter is told by its exit code.
  filterPipe.on('error', () => {})
  filterPipe.end(filter)
  return promise
}

export const sandbox: Sandbox = {
  fault: () => (found ??= tryIt()),
  command,
  ofKernel: ['/proc', '/sys', '/dev'],
}
