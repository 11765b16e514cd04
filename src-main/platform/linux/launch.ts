// Starts applications by the names that people call them, and files with the application that opens them. Uses no shell.
import { randomUUID } from 'node:crypto'
import { access, constants, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, delimiter, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ToolError } from '../../core/errors.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { LaunchOptions, LaunchPlan } from '../operating-system.ts'
import type { LaunchResult } from '../platform.ts'
import { startDetached } from '../start-detached.ts'
import { commandOf, desktopEntries, programWordOf, splitExec, type DesktopEntry } from './launch-entries.ts'
import { accessible, accessibleJava, DESKTOP_FOLDER } from './launch-environment.ts'
import { applicationFor, mimeTypeOf } from './launch-files.ts'
import { isOnlyKeyword, kindOf, matchApplication, nearestApplications } from './launch-match.ts'
import { commandBehind, windowProgram } from './launch-programs.ts'
import { argumentsFor } from './launch-table.ts'
import { removeLeftLock } from './left-locks.ts'

const TERMINALS = ['x-terminal-emulator', 'xterm', 'konsole', 'xfce4-terminal']
/** Files that are no documents: opening one would run it. */
const RUNS_SOMETHING = /\.(desktop|sh|bash|run|appimage|py|pl|rb|jar|exe|deb|rpm)$/i

type Environment = Record<string, string>

/**
 * Says what would be started for an application's name, a file, a folder or a web address. Starts nothing. Throws ToolError
 * that names the nearest applications where nothing fits.
 */
export async function resolveLaunch(
  nameOrFile: string,
  args: string[],
  env: Environment,
  options: LaunchOptions = {},
): Promise<LaunchPlan> {
  const wanted = nameOrFile.trim()
  if (wanted === '') throw new ToolError('The name of the application is empty.')
  const entries = await desktopEntries(env)
  const configured = configuredCommand(wanted, options)
  if (configured !== null) {
    const entry = entries.find(({ id }) => id === configured.replace(/\.desktop$/, ''))
    const plan = entry
      ? await planOf(entry, args, env)
      : await planOfWords(
          wanted,
          [...splitExec(configured), ...(await argumentsAsMeant(args, true, env))],
          env,
        )
    return { ...plan, configured: true }
  }
  if (/^https?:\/\//i.test(wanted)) {
    const entry = await applicationFor(
      `x-scheme-handler/${wanted.slice(0, wanted.indexOf(':')).toLowerCase()}`,
      entries,
      env,
    )
    if (!entry) throw new ToolError('There is no web browser here.')
    return planOf(entry, [wanted, ...args], env)
  }
  if (isPath(wanted)) return planOfFile(await existing(pathOf(wanted, env), wanted), args, entries, env)
  const kind = kindOf(wanted)
  // An archiver may open folders, too, and come first in the system's list.
  const ofKind = entries.filter(({ categories }) => categories.includes(kind?.category ?? '?'))
  const chosen = kind === null ? null : await applicationFor(kind.type, ofKind, env)
  const entry = await installed(entries, env, (left) =>
    matchApplication(left, wanted, { near: false, chosen }),
  )
  if (entry) return planOf(entry, args, env)
  const ofWindows = entries.filter(({ terminal }) => !terminal)
  const behind = await commandBehind(
    wanted,
    ofWindows.map((each) => [each, commandOf(each, [])] as const),
  )
  if (behind) return planOf(behind, args, env)
  const program = await windowProgram(wanted)
  if (program !== null)
    return planOfWords(wanted, [program, ...(await argumentsAsMeant(args, false, env))], env)
  // A command is meant by its own name: `touch a.txt` must not start KTouch.
  const resembling = await installed(entries, env, (left) => matchApplication(left, wanted))
  if (resembling && (await isCommand(wanted, env)))
    throw new ToolError(
      `“${wanted}” is a command without a window. Name the application in full: ${resembling.name}?`,
    )
  if (resembling) {
    const plan = await planOf(resembling, args, env)
    return isOnlyKeyword(resembling, wanted) ? { ...plan, byKeyword: true } : plan
  }
  const file = namesFile(wanted) ? await inPersonalFolders(wanted, env) : null
  if (file !== null) return planOfFile(file, args, entries, env)
  throw new ToolError(
    `There is no application “${wanted}” here. The nearest: ${nearestApplications(entries, wanted).join(', ')}.`,
  )
}

/** Starts the application, and returns as soon as it runs; its window may take longer. Throws ToolError when it can't start. */
export async function launchApplication(
  nameOrFile: string,
  args: string[],
  env: Environment,
  options: LaunchOptions,
  run: RunControl,
): Promise<LaunchResult> {
  const plan = await run.race(resolveLaunch(nameOrFile, args, env, options))
  await run.checkpoint()
  const desktop = env[DESKTOP_FOLDER]
  if (desktop !== undefined) {
    for (const file of plan.args.filter(isAbsolute)) await run.race(removeLeftLock(file, desktop))
  }
  // On the person's own desktop a program may write for days: there it is not kept.
  return startDetached(plan, desktop === undefined ? null : join(desktop, `output-${randomUUID()}.txt`))
}

/** A request leaves out the article: “open my editor” asks for `editor`. */
const called = (name: string): string => name.toLowerCase().replace(/^(?:my|the) /, '')

function configuredCommand(name: string, { applications = {} }: LaunchOptions): string | null {
  return Object.entries(applications).find(([key]) => called(key) === called(name))?.[1] ?? null
}

async function planOf(entry: DesktopEntry, args: string[], env: Environment): Promise<LaunchPlan> {
  const browses = entry.mimeTypes.some((type) => type.startsWith('x-scheme-handler/http'))
  const command = commandOf(entry, await argumentsAsMeant(args, browses, env))
  const terminal = entry.terminal ? await firstProgram(TERMINALS, env) : null
  if (entry.terminal && terminal === null)
    throw new ToolError(`“${entry.name}” needs a terminal, and there is none.`)
  const plan = await planOfWords(entry.name, terminal === null ? command : [terminal, '-e', ...command], env)
  return {
    ...plan,
    from: entry.file,
    ...(entry.folder !== null && { cwd: entry.folder }),
    ...(args.some(namesFile) && !TAKES_FILES.test(entry.exec) && { takesNoFiles: true as const }),
  }
}

async function planOfFile(
  path: string,
  args: string[],
  entries: DesktopEntry[],
  env: Environment,
): Promise<LaunchPlan> {
  const isFolder = (await stat(path)).isDirectory()
  if (!isFolder && RUNS_SOMETHING.test(path)) {
    throw new ToolError(
      `“${basename(path)}” is a program, not a document. Name the application that shall open it.`,
    )
  }
  const type = await mimeTypeOf(path)
  const entry = await applicationFor(type, entries, env)
  if (!entry) throw new ToolError(`No application here opens “${basename(path)}” (${type}).`)
  return planOf(entry, [path, ...args], env)
}

/** A session of a desktop finds games, and so the entries name them without a folder; a shell or a service may not. */
const GAMES = ['/usr/local/games', '/usr/games']

const foldersOf = (env: Environment): string[] => {
  const folders = (env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin').split(delimiter)
  return [...folders, ...GAMES.filter((folder) => !folders.includes(folder))]
}

async function planOfWords(application: string, words: string[], env: Environment): Promise<LaunchPlan> {
  const own: Environment = { ...env, ...accessible(env), PATH: foldersOf(env).join(delimiter) }
  delete own['NO_AT_BRIDGE']
  const rest = [...words]
  if (rest[0] === 'env') rest.shift()
  for (let word = rest[0]; word !== undefined && /^[A-Za-z_]\w*=/.test(word); word = rest[0]) {
    own[word.slice(0, word.indexOf('='))] = word.slice(word.indexOf('=') + 1)
    rest.shift()
  }
  const [command, ...args] = rest
  if (command === undefined) throw new ToolError(`“${application}” has no command.`)
  const folder = env[DESKTOP_FOLDER]
  const needed = await argumentsFor(basename(command), folder ? join(folder, 'applications') : null)
  const from = isAbsolute(command) ? command : ((await firstProgram([command], env)) ?? command)
  const java = await firstProgram(['java'], env)
  return {
    application,
    command,
    args: [...needed, ...args],
    env: { ...own, ...accessibleJava(from, java, own) },
    cwd: env['HOME'] ?? homedir(),
    from,
    configured: false,
  }
}

/** The codes of an `Exec` line that stand for files and addresses. */
const TAKES_FILES = /%[fFuU]/
/** A relative path, or a name with an ending. */
const namesFile = (text: string): boolean => text.includes('/') || /\.\p{L}\w{0,7}$/u.test(text)
/** An option, or an address of another kind than a file's. */
const isNoFile = (text: string): boolean => /^-|^(?!file:)[a-z][a-z\d+.-]*:/i.test(text)
/** Matches what a browser takes for an address: `example.org/page`. */
const HOST = /^(localhost|[\w-]+(\.[\w-]+)*\.\p{L}{2,})(:\d+)?(\/|$)/iu

/**
 * Makes whole paths of the files among the arguments: most programs know neither `~` nor addresses, and would resolve a relative path in
 * another folder. Throws ToolError for a missing file: an editor would create it, another program would complain in a window.
 */
function argumentsAsMeant(args: string[], browses: boolean, env: Environment): Promise<string[]> {
  return Promise.all(
    args.map(async (word) => {
      if (word === '' || isNoFile(word)) return word
      if (isPath(word)) return existing(pathOf(word, env), word)
      if (!namesFile(word)) return (await inHome(word, env)) ?? word
      const found = await inPersonalFolders(word, env)
      if (found !== null || (browses && HOST.test(word))) return found ?? word
      throw new ToolError(`There is no file or folder “${word}” in the home folder.`)
    }),
  )
}

/** A file or folder whose name has no ending. */
async function inHome(name: string, env: Environment): Promise<string | null> {
  const path = join(env['HOME'] ?? homedir(), name)
  return (await isThere(path)) ? path : null
}

const isPath = (text: string): boolean => /^(\/|~\/|~$|\.{1,2}(\/|$)|file:)/i.test(text)

function pathOf(text: string, env: Environment): string {
  const home = env['HOME'] ?? homedir()
  if (/^file:/i.test(text)) return pathOfAddress(text)
  if (text.startsWith('~')) return join(home, text.slice(1))
  return isAbsolute(text) ? text : resolve(home, text)
}

function pathOfAddress(text: string): string {
  try {
    return fileURLToPath(text)
  } catch {
    throw new ToolError(`“${text}” is no address of a file.`)
  }
}

async function existing(path: string, asNamed: string): Promise<string> {
  if (await isThere(path)) return path
  throw new ToolError(`There is no file or folder “${asNamed}”.`)
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

async function inPersonalFolders(name: string, env: Environment): Promise<string | null> {
  const home = env['HOME'] ?? homedir()
  for (const folder of ['', 'Desktop', 'Documents', 'Downloads']) {
    const path = join(home, folder, name)
    if (await isThere(path)) return path
  }
  return null
}

/** The first entry that `match` finds and whose program is there: a removed package may leave its entries behind. */
async function installed(
  entries: DesktopEntry[],
  env: Environment,
  match: (left: DesktopEntry[]) => DesktopEntry | null,
): Promise<DesktopEntry | null> {
  const found = match(entries)
  if (!found) return null
  if ((await firstProgram([programWordOf(found)], env)) !== null) return found
  const left = entries.filter((entry) => entry !== found)
  return installed(left, env, match)
}

/** Whether a program of this very name is on the path. */
const isCommand = async (name: string, env: Environment): Promise<boolean> =>
  /^[\w.+-]+$/.test(name) && (await firstProgram([name], env)) !== null

async function firstProgram(names: string[], env: Environment): Promise<string | null> {
  const folders = foldersOf(env)
  const paths = (name: string) => (isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name)))
  for (const path of names.flatMap(paths)) {
    const runs = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (runs) return path
  }
  return null
}
