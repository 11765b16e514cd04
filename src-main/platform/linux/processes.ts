// Facts about processes from /proc: who a process is, whether it is still the same one, and who belongs to a desktop.
import { readdir, readFile, readlink, stat as fileStat } from 'node:fs/promises'
import { basename, isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** A process that can't be mistaken for a later one of the same id. `start` is field 22 of /proc/<pid>/stat. */
export const processRefSchema = z.object({ pid: z.number().int().positive(), start: z.string() })
export type ProcessRef = z.infer<typeof processRefSchema>

const INTERPRETER =
  /^(python[\d.]*|perl[\d.]*|ruby[\d.]*|node|nodejs|bash|sh|dash|java|gjs|gjs-console|electron)$/

interface Stat {
  state: string
  parent: number
  /** The leader of its session. */
  session: number
  start: string
}

/** Null when there is no such process. */
async function stat(pid: number | 'self'): Promise<Stat | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  // The name in brackets may hold blanks and brackets itself.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return {
    state: fields[0] ?? '',
    parent: Number(fields[1]),
    session: Number(fields[3]),
    start: fields[19] ?? '',
  }
}

/** The process as it is now; null when it has ended (a zombie has). */
export async function processRef(pid: number): Promise<ProcessRef | null> {
  const found = await stat(pid)
  return found && found.state !== 'Z' && found.state !== 'X' ? { pid, start: found.start } : null
}

export async function isAlive(process: ProcessRef): Promise<boolean> {
  return (await processRef(process.pid))?.start === process.start
}

async function commandLine(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return text.split('\0').filter((part) => part !== '')
}

/** Absolute paths of the files that a process was started with: its arguments that are files. Empty when it has ended. */
export async function filesNamedBy(pid: number): Promise<string[]> {
  const [cwd, args] = await Promise.all([readlink(`/proc/${pid}/cwd`).catch(() => null), commandLine(pid)])
  const paths = args
    .slice(1)
    .filter((arg) => !arg.startsWith('-'))
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

/** Absolute paths of the files that a process has open. Empty when it has ended. */
export async function filesOpenIn(pid: number): Promise<string[]> {
  const names = await readdir(`/proc/${pid}/fd`).catch(() => [])
  const paths = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')))
  return paths.filter((path) => path.startsWith('/') && !path.startsWith('/dev/'))
}

/**
 * The name that a person would give the process: of the program, or of the script where the program is an interpreter.
 * Not /proc/<pid>/comm, which is cut at 15 characters. Null when it has ended.
 */
export async function processNameOf(pid: number): Promise<string | null> {
  const [link, args] = await Promise.all([readlink(`/proc/${pid}/exe`).catch(() => null), commandLine(pid)])
  const program = link?.replace(/ \(deleted\)$/, '') ?? args[0]
  if (program === undefined) return null
  return nameOfProgram(basename(program), args)
}

/** `program` is the name of the running file, `args` the whole command line. */
export function nameOfProgram(program: string, args: string[]): string {
  if (INTERPRETER.test(program)) {
    const script = args.slice(1).find((arg) => !arg.startsWith('-'))
    if (script !== undefined) return basename(script).replace(/\.(py|pl|rb|js|mjs|sh|jar|asar)$/, '')
  }
  return program.replace(/\.(bin|real|exe)$/, '').replace(/-bin$/, '')
}

/** Generations between a launched process and its window: a shell, a wrapper, a launcher of its own. */
const MAX_GENERATIONS = 16

/**
 * Whether `pid` is `launched` or descends from it. A launched process leads a session of its own, which its descendants stay
 * in when it has ended.
 */
export async function isStartedBy(pid: number, launched: number): Promise<boolean> {
  let one = pid
  for (let generation = 0; generation < MAX_GENERATIONS && one > 1; generation++) {
    if (one === launched) return true
    const found = await stat(one)
    if (found === null) return false
    if (found.session === launched) return true
    one = found.parent
  }
  return false
}

/** Whether a process of this session still lives. */
export async function hasSession(leader: number): Promise<boolean> {
  const all = await ofEach(await allPids(), stat)
  return all.some((found) => found?.session === leader && found.state !== 'Z' && found.state !== 'X')
}

async function allPids(): Promise<number[]> {
  const names = await readdir('/proc')
  return names.filter((name) => /^\d+$/.test(name)).map(Number)
}

/** Processes that are looked at at once. Each opens up to three files, and a program may have 1024 of them. */
const AT_ONCE = 16

async function ofEach<T>(pids: readonly number[], look: (pid: number) => Promise<T>): Promise<T[]> {
  const found: T[] = []
  for (let from = 0; from < pids.length; from += AT_ONCE)
    found.push(...(await Promise.all(pids.slice(from, from + AT_ONCE).map(look))))
  return found
}

/**
 * Processes that were started with `variable` in their environment, and all that descend from them. Some programs write
 * over their own environment (Chromium's do): those that name `folder` in their command line are found by that.
 */
export async function processesWith(variable: string, folder: string | null = null): Promise<ProcessRef[]> {
  const pids = await allPids()
  const facts = await ofEach(pids, async (pid) => {
    const [found, environment, command] = await Promise.all([
      stat(pid),
      readFile(`/proc/${pid}/environ`, 'latin1').catch(() => ''),
      folder === null ? '' : readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
    ])
    const named = folder !== null && command.includes(`${folder}/`)
    const marked = named || `\0${environment}`.includes(`\0${variable}\0`)
    return { pid, found, marked: marked && pid !== process.pid }
  })
  const members = new Set(facts.filter(({ marked }) => marked).map(({ pid }) => pid))
  for (let size = -1; size !== members.size;) {
    size = members.size
    for (const { pid, found } of facts) if (found && members.has(found.parent)) members.add(pid)
  }
  return facts.flatMap(({ pid, found }) =>
    found && members.has(pid) && found.state !== 'Z' && found.state !== 'X' && pid !== process.pid
      ? [{ pid, start: found.start }]
      : [],
  )
}

/** Sends a signal if it is still the same process. */
export async function signal(target: ProcessRef, name: 'SIGTERM' | 'SIGKILL' | 'SIGCONT'): Promise<void> {
  if (!(await isAlive(target))) return
  try {
    process.kill(target.pid, name)
  } catch {
    // It ended in between.
  }
}
