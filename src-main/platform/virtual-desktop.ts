// Defines what a virtual desktop is to its users. `virtual/` starts and sweeps them.
import type { DesktopEnvironment } from '../core/desktop.ts'
import type { RunControl } from '../core/run-control.ts'

/** Begins the name that a desktop has until the run that it is for opens. */
export const EARLY = 'early-'

export interface VirtualDesktop extends DesktopEnvironment, AsyncDisposable {
  kind: 'virtual'
  /** Ids of the processes it consists of, for tests and `doctor`. */
  pids: number[]
  settings: DesktopSettings
  /** Names the run that it belongs to from now on: it outlives this process, and another one may adopt it. Throws UserError. */
  belongTo(runId: string): Promise<void>
}

/** What applications store of their settings on a virtual desktop. */
export interface DesktopSettings {
  /** Whether they are there again on the next virtual desktop. */
  areKept: boolean
  /** Writes down what was changed so far; the end of the desktop does so, too. Where nothing is kept, it does nothing. */
  keep(): Promise<void>
  /** Names the settings that were changed since the desktop’s start, as far as that can be seen. */
  changed(): Promise<string[]>
}

type Log = (line: string) => void

export interface VirtualDesktopOptions {
  /** DESKHAND_HOME. */
  home: string
  runId: string
  /** Pixels. */
  width: number
  height: number
  /** `private` hides the person's own home folder behind an empty one. */
  homeMode: 'shared' | 'private'
  /** Whether settings that are changed there are there again on the next virtual desktop. */
  keepsSettings?: boolean
  /** The desktop ends with this process, also when the process is killed; nobody adopts it. */
  endsWithOwner?: boolean
  log: Log
  /** Called with the desktop's environment (without the display's number) as soon as its folders exist, before its programs start. */
  onBegun?: ((env: Record<string, string>) => void) | undefined
  /** Called with its whole environment as soon as programs can connect to it; its window manager may not be there yet. */
  onReachable?: ((env: Record<string, string>) => void) | undefined
}

/** The virtual desktops of an operating system. */
export interface VirtualDesktops {
  /** Starts a desktop for one run. Dispose it: every program on it is ended then. Throws UserError when it does not start. */
  start(options: VirtualDesktopOptions, run: RunControl): Promise<VirtualDesktop>
  /** Takes over the desktop that another process left behind for this run; null when it no longer lives. */
  adopt(home: string, runId: string, log?: Log, newRunId?: string): Promise<VirtualDesktop | null>
  /** Tells whether all programs of a run’s desktop still live, whichever process owns it. */
  isAlive(home: string, runId: string): Promise<boolean>
  /** Names the runs of the desktops whose owning process lives, also of those that are just being started. */
  living(home: string): Promise<string[]>
  /** Ends the desktops whose owning process is gone and whose run is not open. Returns the ids of their runs. */
  sweep(home: string, isRunOpen: (runId: string) => boolean | Promise<boolean>, log?: Log): Promise<string[]>
}
