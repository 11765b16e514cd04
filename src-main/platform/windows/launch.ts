// Finds and starts applications of Windows by the names that people call them, and files with the application that opens them.
import { readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join, win32 } from 'node:path'
import { ToolError } from '../../core/errors.ts'
import type { RunControl } from '../../core/run-control.ts'
import { variableOf } from '../../core/system.ts'
import { ALL, nearest } from '../../matching/nearest.ts'
import type { LaunchOptions, LaunchPlan } from '../operating-system.ts'
import type { LaunchResult } from '../platform.ts'
import { startDetached } from '../start-detached.ts'
import { installedProgram, KNOWN, menuEntries } from './installed.ts'
import { readShortcut, splitWindowsLine } from './shortcut.ts'

type Environment = Record<string, string>

/** Files that run when they are opened. */
const RUNS_SOMETHING =
  /\.(exe|com|bat|cmd|ps1|psm1|vbs|vbe|js|jse|wsf|wsh|hta|msi|msp|scr|pif|cpl|reg|lnk|url|jar|py|pl|rb|appref-ms|application|gadget|inf|chm)$/i
const MAX_NAMES = 5

/** Says what would be started; starts nothing. Throws ToolError with the nearest names where nothing fits. */
export async function resolveLaunch(
  nameOrFile: string,
  args: string[],
  env: Environment,
  { applications = {} }: LaunchOptions,
): Promise<LaunchPlan> {
  const wanted = nameOrFile.trim()
  if (wanted === '') throw new ToolError('The name of the application is empty.')
  const small = wanted.toLowerCase()
  const configured = Object.entries(applications).find(([name]) => name.toLowerCase() === small)?.[1]
  const planOf = (application: string, command: string, more: string[] = [], from = command): LaunchPlan => ({
    application,
    command,
    args: [...more, ...args],
    env,
    cwd: variableOf(env, 'USERPROFILE') ?? homedir(),
    from,
    configured: configured !== undefined,
  })
  if (configured !== undefined) {
    const [command = configured, ...more] = splitWindowsLine(configured)
    return planOf(wanted, command, more)
  }
  // Explorer opens a file or an address with the application that the person has chosen for it.
  const opener = join(variableOf(env, 'SystemRoot') ?? 'C:\\Windows', 'explorer.exe')
  if (/^https?:\/\//i.test(wanted)) return planOf('the web browser', opener, [wanted])
  if (win32.isAbsolute(wanted) || /^~[\\/]/.test(wanted)) {
    const path = wanted.replace(/^~/, variableOf(env, 'USERPROFILE') ?? homedir())
    const found = await stat(path).catch(() => null)
    if (!found) throw new ToolError(`There is no file ${wanted}.`)
    if (found.isFile() && RUNS_SOMETHING.test(path))
      throw new ToolError(`${wanted} is a program, no document. Name the application instead.`)
    return planOf(basename(path), opener, [path], path)
  }
  if (/[\\/]/.test(wanted)) throw new ToolError(`Give the whole path of ${wanted}.`)
  const program = (KNOWN[small] ?? small).replace(/\.exe$/, '')
  const installed = await installedProgram(program, env)
  if (installed !== null) return planOf(basename(installed, '.exe'), installed)
  const entries = await menuEntries(env)
  const entry =
    entries.find(({ name }) => name.toLowerCase() === small) ??
    entries.find(({ name }) => name.toLowerCase().split(/\s+/).includes(small))
  const shortcut = entry && (await readFile(entry.file).then(readShortcut, () => null))
  if (entry && shortcut) return planOf(entry.name, shortcut.target, shortcut.args, entry.file)
  const known = await Promise.all(
    Object.entries(KNOWN).map(async ([name, file]) => ((await installedProgram(file, env)) ? [name] : [])),
  )
  const names = [...new Set([...known.flat(), ...entries.map(({ name }) => name)])]
  const near = nearest(small, names, { ...ALL, parts: false }).slice(0, MAX_NAMES)
  throw new ToolError(`There is no application “${wanted}” here. The nearest: ${near.join(', ')}.`)
}

/** Starts it, and returns as soon as it runs; its window may take longer. Uses no shell. Throws ToolError. */
export async function launchApplication(
  nameOrFile: string,
  args: string[],
  env: Environment,
  options: LaunchOptions,
  run: RunControl,
): Promise<LaunchResult> {
  const plan = await run.race(resolveLaunch(nameOrFile, args, env, options))
  await run.checkpoint()
  return startDetached(plan)
}
