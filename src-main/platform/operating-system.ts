// Defines what Deskhand asks of an operating system before a driver is connected: the person's desktop, desktops of its own, how
// to reach one, and what may be missing. There is one implementation per system, beside its driver.
import type { ApplicationIcon, DesktopEnvironment, InstalledApplication } from '../core/desktop.ts'
import type { Finding } from '../core/finding.ts'
import type { RunControl } from '../core/run-control.ts'
import type { SystemName } from '../core/system.ts'
import type { Platform } from './platform.ts'
import type { Sandbox } from './sandbox.ts'
import type { VirtualDesktops } from './virtual-desktop.ts'

/** An environment as a process has it; a driver's environment has a value for each variable. */
export type Environment = Record<string, string | undefined>

export interface LaunchOptions {
  /** `applications` of the configuration: a name → a desktop entry's id or a command line. */
  applications?: Record<string, string>
}

/** What is needed to start an application. */
export interface LaunchPlan {
  application: string
  /** A path, or a name in PATH. */
  command: string
  args: string[]
  env: Record<string, string>
  cwd: string
  /** The file that says what is started: the desktop entry, or the program where there is none. */
  from: string
  /** The person has given the name its command, in config.yaml. */
  configured: boolean
  /** The application is given files, though nothing says that it opens any. */
  takesNoFiles?: true
  /** Only a keyword of the application is what was asked for, none of its names. */
  byKeyword?: true
}

export interface RunningProgram {
  pid: number
  /** The program and its arguments. */
  args: string[]
}

export interface OperatingSystem {
  readonly name: SystemName
  /** As people write it. */
  readonly title: string
  /** Describes the person's own desktop. Throws UserError, with what to do, where there is none that can be driven. */
  hostDesktop(env: Environment): DesktopEnvironment
  /** Desktops that nobody sees; null where the system has none. */
  readonly virtualDesktops: VirtualDesktops | null
  /** Where scripts of agents are run; null where the system has no such thing. */
  readonly sandbox: Sandbox | null
  /** Says for the doctor what is installed and allowed here; the doctor itself tries a desktop. */
  checks(env: Environment): Promise<Finding[]>
  /** Lists the applications that a person could choose, in the order of their names; none where the system does not tell. */
  installedApplications(env: Environment): Promise<InstalledApplication[]>
  /** Gives icons by the names of applications or of their processes; none for those that have none, or where the system does not tell. */
  applicationIcons(names: readonly string[], env: Environment): Promise<Record<string, ApplicationIcon>>
  /**
   * Lists the running programs of this name whose windows are on the desktop of `env`, with their command lines; none where the system
   * does not tell.
   */
  programsOn(env: Environment, name: RegExp): Promise<RunningProgram[]>
  /**
   * Puts files and folders, by absolute paths, where the system's file manager shows them and gives them back. Throws ToolError for the first
   * that can't be put there. Null where that is the folder of FreeDesktop's specification.
   */
  readonly trash: ((paths: readonly string[]) => Promise<void>) | null
  /** Loads the driver, so that `connect` finds it loaded, and reads what a launch looks up. */
  load(env: Environment): Promise<unknown>
  /** Connects the driver to the desktop that `env` names. Throws ToolError. */
  connect(env: Record<string, string>, run: RunControl, options: LaunchOptions): Promise<Platform>
  /** Says what would be started for a name, a file or an address; starts nothing. Throws ToolError with the nearest names. */
  resolveLaunch(
    nameOrFile: string,
    args: string[],
    env: Record<string, string>,
    options: LaunchOptions,
  ): Promise<LaunchPlan>
}
