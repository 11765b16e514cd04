// Reads facts about processes from /proc: who a process is, whether it is still the same one, and who belongs to a desktop.
import { readFileSync, statfsSync } from 'node:fs'
import { open, readdir, readlink, stat as fileStat } from 'node:fs/promises'
import { basename, isAbsolute, resolve } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { RunningProgram } from '../operating-system.ts'

/** A process that can't be mistaken for a later one of the same id. `start` is field 22 of /proc/<pid>/stat. */
export const processRefSchema = z.object({ pid: z.number().int().positive(), start: z.string() })
export type ProcessRef = z.infer<typeof processRefSchema>

const INTERPRETER =
  /^(python[\d.]*|perl[\d.]*|ruby[\d.]*|node|nodejs|bash|sh|dash|java|gjs|gjs-console|electron)$/

interface Stat {
  state: string
  parent: number
  /** The leader of the process's session. */
  session: number
  start: string
}

/**
 * Reads synchronously: the kernel answers at once, and this file is read for each process of the machine, many times in a run. As UTF-8,
 * because for any other encoding Node takes 64 KB for a file without a stated size. Null when there is no such process.
 */
function stat(pid: number): Stat | null {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return null
  }
  // The name in brackets may itself contain blanks and brackets.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return {
    state: fields[0] ?? '',
    parent: Number(fields[1]),
    session: Number(fields[3]),
    start: fields[19] ?? '',
  }
}

/** File systems on which the kernel counts what is written, by the type that `statfs` reports: ext, XFS, Btrfs, F2FS, overlay. */
const COUNTED = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x794c7630])

/** Gives how many bytes of files a process has changed so far, buffered ones included; null where the kernel does not count those of a folder. */
export function bytesWritten(pid: number, folder: string): number | null {
  try {
    if (!COUNTED.has(statfsSync(folder).type)) return null
    const [, bytes] = /^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8')) ?? []
    return bytes === undefined ? null : Number(bytes)
  } catch {
    return null
  }
}

/** Gives the process as it is now; null when it has ended (a zombie has). */
export function processRef(pid: number): ProcessRef | null {
  const found = stat(pid)
  return found && found.state !== 'Z' && found.state !== 'X' ? { pid, start: found.start } : null
}

export const isAlive = (process: ProcessRef): boolean => processRef(process.pid)?.start === process.start

/** Bytes of one read; nearly every command line and environment is shorter. */
const PIECE_BYTES = 16 * 1024
/** Memory of earlier reads: there is never more of it than was read at once. */
const spare: Buffer[] = []

/**
 * Reads a file of a process; empty when the process has ended. The kernel states no size for such a file, so `readFile` would take 64 KB for
 * each. All processes of the machine are read at the end of each desktop, and the program keeps the memory that this once took.
 */
async function fileOf(pid: number, name: 'cmdline' | 'environ'): Promise<string> {
  const piece = spare.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES)
  try {
    await using file = await open(`/proc/${pid}/${name}`)
    const decoder = new StringDecoder('utf8')
    let text = ''
    for (;;) {
      const { bytesRead } = await file.read(piece)
      if (bytesRead === 0) return text + decoder.end()
      text += decoder.write(piece.subarray(0, bytesRead))
    }
  } catch {
    return ''
  } finally {
    spare.push(piece)
  }
}

async function commandLine(pid: number): Promise<string[]> {
  const text = await fileOf(pid, 'cmdline')
  return text.split('\0').filter((part) => part !== '')
}

/** Lists absolute paths of the files that a process was started with: its arguments that are files. Empty when it has ended. */
export async function filesNamedBy(pid: number): Promise<string[]> {
  const [cwd, exe, args] = await Promise.all([
    readlink(`/proc/${pid}/cwd`).catch(() => null),
    readlink(`/proc/${pid}/exe`).catch(() => ''),
    commandLine(pid),
  ])
  const paths = wordsFor(basename(exe), args)
    .map((arg) => (arg.startsWith('file://') ? fileURLToPath(arg) : arg))
    .flatMap((arg) => (isAbsolute(arg) ? [arg] : cwd === null ? [] : [resolve(cwd, arg)]))
  const isFile = (path: string) =>
    fileStat(path).then(
      (found) => found.isFile(),
      () => false,
    )
  const there = await Promise.all(paths.map(isFile))
  return paths.filter((_, index) => there[index])
}

/** Gives the arguments that are no options; the first one of an interpreter is the program itself, and no file that it was given. */
export const wordsFor = (program: string, args: readonly string[]): string[] =>
  args
    .slice(1)
    .filter((arg) => !arg.startsWith('-'))
    .slice(INTERPRETER.test(program) ? 1 : 0)

/** Lists absolute paths of the files that a process has open. Empty when it has ended. */
export async function filesOpenIn(pid: number): Promise<string[]> {
  const names = await readdir(`/proc/${pid}/fd`).catch(() => [])
  const paths = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')))
  return paths.filter((path) => path.startsWith('/') && !path.startsWith('/dev/'))
}

/**
 * Names the process as a person would: by its program, or by its script where the program is an interpreter.
 * Not by /proc/<pid>/comm, which is cut at 15 characters. Null when it has ended.
 */
export async function processNameOf(pid: number): Promise<string | null> {
  const [link, args] = await Promise.all([readlink(`/proc/${pid}/exe`).catch(() => null), commandLine(pid)])
  const program = link?.replace(/ \(deleted\)$/, '') ?? args[0]
  if (program === undefined) return null
  return nameOfProgram(basename(program), args)
}

/** Takes in `program` the name of the running file, in `args` the whole command line. */
export function nameOfProgram(program: string, args: string[]): string {
  if (INTERPRETER.test(program)) {
    const script = args.slice(1).find((arg) => !arg.startsWith('-'))
    if (script !== undefined) return basename(script).replace(/\.(py|pl|rb|js|mjs|sh|jar|asar)$/, '')
  }
  return program.replace(/\.(bin|real|exe)$/, '').replace(/-bin$/, '')
}

/** The most generations between a launched process and its window: a shell, a wrapper, a launcher of its own. */
const MAX_GENERATIONS = 16

/**
 * Tells whether `pid` is `launched` or descends from it. A launched process leads a session of its own, in which its
 * descendants stay after it has ended.
 */
export function isStartedBy(pid: number, launched: number): boolean {
  let one = pid
  for (let generation = 0; generation < MAX_GENERATIONS && one > 1; generation++) {
    if (one === launched) return true
    const found = stat(one)
    if (found === null) return false
    if (found.session === launched) return true
    one = found.parent
  }
  return false
}

/** Tells whether a process of this session still lives. */
export async function hasSession(leader: number): Promise<boolean> {
  const all = (await allPids()).map(stat)
  return all.some((found) => found?.session === leader && found.state !== 'Z' && found.state !== 'X')
}

async function allPids(): Promise<number[]> {
  const names = await readdir('/proc')
  return names.filter((name) => /^\d+$/.test(name)).map(Number)
}

/** Processes that are looked at at once. Each opens up to two files, and a program may have 1024 of them. */
const MAX_AT_ONCE = 16

async function ofEach<T, U>(all: readonly T[], look: (one: T) => Promise<U>): Promise<U[]> {
  const found: U[] = []
  for (let from = 0; from < all.length; from += MAX_AT_ONCE)
    found.push(...(await Promise.all(all.slice(from, from + MAX_AT_ONCE).map(look))))
  return found
}

/**
 * Finds the processes that were started with `variable` in their environment, and all that descend from them. Some programs
 * overwrite their own environment (Chromium's do): these are found when they name `folder` in their command line. None is older
 * than `eldest`, a `start`.
 */
export async function processesWith(
  variable: string,
  folder: string | null = null,
  eldest = 0,
): Promise<ProcessRef[]> {
  const candidates = (await allPids()).flatMap((pid) => {
    const found = pid === process.pid ? null : stat(pid)
    return found && Number(found.start) >= eldest ? [{ pid, ...found }] : []
  })
  const marked = await ofEach(candidates, async ({ pid }) => {
    const [environment, command] = await Promise.all([
      fileOf(pid, 'environ'),
      folder === null ? '' : fileOf(pid, 'cmdline'),
    ])
    const named = folder !== null && command.includes(`${folder}/`)
    return named || `\0${environment}`.includes(`\0${variable}\0`)
  })
  const members = new Set(candidates.filter((_, index) => marked[index]).map(({ pid }) => pid))
  for (let size = -1; size !== members.size;) {
    size = members.size
    for (const { pid, parent } of candidates) if (members.has(parent)) members.add(pid)
  }
  return candidates
    .filter(({ pid, state }) => members.has(pid) && state !== 'Z' && state !== 'X')
    .map(({ pid, start }) => ({ pid, start }))
}

/** Lists the command lines of the running programs of this name that have `variable` in their environment, with their ids. */
export async function programsWith(variable: string, name: RegExp): Promise<RunningProgram[]> {
  const found = await ofEach(await allPids(), async (pid) => {
    const args = await commandLine(pid)
    if (!name.test(basename(args[0] ?? '')) || !processRef(pid)) return null
    const environment = await fileOf(pid, 'environ')
    return `\0${environment}`.includes(`\0${variable}\0`) ? { pid, args } : null
  })
  return found.filter((one) => one !== null)
}

/** Sends a signal if the process is still the same one. */
export function signal(target: ProcessRef, name: 'SIGTERM' | 'SIGKILL' | 'SIGCONT'): void {
  if (!isAlive(target)) return
  try {
    process.kill(target.pid, name)
  } catch {
    // The process has ended in the meantime.
  }
}
