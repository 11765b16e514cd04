// Names the operating system, and lists what differs between systems below every driver. Only this file and `platform/` ask
// which system it is (`scripts/check-systems.mjs`).
import { delimiter } from 'node:path'

export const SYSTEM_NAMES = ['linux', 'windows', 'macos'] as const
export type SystemName = (typeof SYSTEM_NAMES)[number]

const NAMES: Partial<Record<NodeJS.Platform, SystemName>> = {
  linux: 'linux',
  win32: 'windows',
  darwin: 'macos',
}

/** Null for a system that Deskhand does not support. */
export const systemName = (platform: NodeJS.Platform = process.platform): SystemName | null =>
  NAMES[platform] ?? null

/** Gives the name of this system, also of one that Deskhand does not support. */
export const systemWord = (platform: NodeJS.Platform = process.platform): string =>
  systemName(platform) ?? platform

/** Applications that each system comes with, or that are usual there: for examples that a person can try. */
const EXAMPLES: Record<SystemName, { editor: string; calculator: string }> = {
  linux: { editor: 'Mousepad', calculator: 'galculator' },
  windows: { editor: 'Notepad', calculator: 'Calculator' },
  macos: { editor: 'TextEdit', calculator: 'Calculator' },
}

export const exampleApplications = (): { editor: string; calculator: string } =>
  EXAMPLES[systemName() ?? 'linux']

/** Tells whether a system has desktops that nobody sees. */
export const hasVirtualDesktops = (name: SystemName | null = systemName()): boolean => name === 'linux'

/** Variables that any program needs to start; on Windows also those for the person's files, which HOME is elsewhere. */
const UNIX_VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LANG']
const WINDOWS_VARIABLES = (
  'PATH PATHEXT TEMP TMP COMSPEC OS SystemRoot SystemDrive windir ProgramData ProgramFiles ProgramFiles(x86) ' +
  'ProgramW6432 USERPROFILE USERNAME USERDOMAIN HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA PUBLIC ' +
  'NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE SESSIONNAME HOME LANG'
).split(' ')
const isWindows = (): boolean => systemName() === 'windows'

export const startVariables = (): readonly string[] => (isWindows() ? WINDOWS_VARIABLES : UNIX_VARIABLES)

/** Names the variables that say who the person is, in which language they read, and in which time zone they live. */
export const personVariables = (): readonly string[] =>
  isWindows() ? WINDOWS_VARIABLES : ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'USER', 'LANG', 'LC_ALL', 'TZ']

const UNIX_DESKTOP =
  /^(DISPLAY|XAUTHORITY|DBUS_SESSION_BUS_ADDRESS|AT_SPI_BUS_ADDRESS|XDG_\w+|LANG|LC_\w+|TZ|HOME|PATH)$/

/** Tells whether a program needs the variable to be on its person's desktop, and to find their files. */
export const isDesktopVariable = (name: string): boolean =>
  isWindows()
    ? WINDOWS_VARIABLES.some((one) => one.toUpperCase() === name.toUpperCase())
    : UNIX_DESKTOP.test(name)

/** Picks the variables of these names. Windows does not distinguish `Path` from `PATH`; the spelling that it has is kept. */
export function pickVariables(
  env: Record<string, string | undefined>,
  names: readonly string[],
): Record<string, string> {
  if (!isWindows())
    return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))
  const wanted = new Set(names.map((name) => name.toUpperCase()))
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && wanted.has(name.toUpperCase()) ? [[name, value]] : [],
    ),
  )
}

/** Reads one variable; Windows does not distinguish `Path` from `PATH`. */
export const variableOf = (env: Record<string, string | undefined>, name: string): string | undefined =>
  env[name] ?? (isWindows() ? Object.values(pickVariables(env, [name]))[0] : undefined)

/** Lists the folders in which programs are looked for by their names. */
export const programFolders = (env: Record<string, string | undefined>): string[] =>
  (variableOf(env, 'PATH') ?? '').split(delimiter).filter((folder) => folder !== '')

/** Lists the names of files that start a program of this name. */
export const programNames = (program: string): string[] =>
  isWindows() ? [`${program}.exe`, `${program}.cmd`, program] : [program]
