// Opens the desktop on which a run takes place: the person's own, or a virtual one that is made for it.
import type { Config } from '../../src-preload/contract/config.ts'
import { tellDesktop, waitForDesktop } from '../computer/desktop-process.ts'
import type { ChildProgram, StartProgram } from '../core/child-program.ts'
import type { DesktopEnvironment } from '../core/desktop.ts'
import type { Logger } from '../core/logger.ts'
import type { RunControl } from '../core/run-control.ts'
import { prefersVirtual, thisSystem, virtualDesktops } from '../platform/this-system.ts'
import type { DesktopSettings, VirtualDesktop } from '../platform/virtual-desktop.ts'

/** The facts about this machine that a look or a run needs. */
export interface Surroundings {
  /** DESKHAND_HOME. */
  home: string
  env: Record<string, string>
  config: Config
  logger: Logger
  /** How the desktop process is started; the default is plain Node. */
  startProgram?: StartProgram | undefined
  /** A virtual desktop that was begun before anything asked for one. */
  early?: EarlyDesktop | null
}

/** The desktop of a run. Disposing ends a virtual one with everything on it, and leaves the person's own alone. */
export interface RunDesktop extends DesktopEnvironment, AsyncDisposable {
  /** Whether it is the desktop of the interrupted run, with all its open windows. */
  adopted: boolean
  /** Null on the person's own desktop, where settings are their own. */
  settings: DesktopSettings | null
  /** The process that will drive it, if it was started together with the desktop. */
  waiting: ChildProgram | null
}

/** A virtual desktop that starts while the program still loads. Disposing ends it if nobody has taken it. */
export interface EarlyDesktop extends AsyncDisposable {
  /**
   * Gives it to a run; null where another one is wanted, or somebody has it. Throws UserError where it did not start. It has ended when
   * this throws.
   */
  take(wanted: Config, runId: string, run: RunControl): Promise<RunDesktop | null>
}

interface OpenOptions {
  continues?: string | null
  endsWithOwner?: boolean
  /** The first id that a control gets there. */
  nextId?: number | undefined
  /** Called when its first programs are about to start. */
  onBegun?: () => void
}

/**
 * `continues` is an interrupted run, whose desktop is taken over if it still runs; with `endsWithOwner` nobody can take it over. Throws
 * UserError where the wanted desktop can't be opened: a Wayland session, no screen, missing system packages.
 */
export async function openDesktop(
  { home, env, config, logger, startProgram, early }: Surroundings,
  runId: string,
  run: RunControl,
  { continues = null, endsWithOwner = false, nextId }: OpenOptions = {},
): Promise<RunDesktop> {
  const { kind } = config.display
  const virtual = kind === 'virtual' || (kind === 'auto' && prefersVirtual(env))
  if (!virtual) {
    const host = thisSystem().hostDesktop(env)
    return {
      ...host,
      adopted: true,
      settings: null,
      waiting: null,
      [Symbol.asyncDispose]: () => Promise.resolve(),
    }
  }
  const log = (line: string) => logger.info(line)
  const left = continues === null ? null : await virtualDesktops().adopt(home, continues, log, runId)
  if (left) return { ...left, adopted: true, waiting: null }
  const taken = endsWithOwner || nextId !== undefined ? null : await early?.take(config, runId, run)
  if (taken) return taken
  return startDesktop({ home, env, config, logger, startProgram }, runId, run, { endsWithOwner, nextId })
}

/** Starts a virtual desktop as the configuration describes it, and the process that will drive it. Throws UserError. */
export async function startDesktop(
  { home, config, logger, startProgram }: Surroundings,
  runId: string,
  run: RunControl,
  { endsWithOwner = false, nextId, onBegun: tell }: Omit<OpenOptions, 'continues'>,
): Promise<RunDesktop & Pick<VirtualDesktop, 'belongTo'>> {
  const { width, height, home: homeMode, profile } = config.display
  // An empty home is for what shall know nothing of its person.
  const keepsSettings = profile === 'keep' && homeMode === 'shared'
  const log = (line: string) => logger.info(line)
  let waiting: ChildProgram | null = null
  const onBegun = (begun: Record<string, string>) => {
    waiting = waitForDesktop({ logger, applications: config.applications, nextId, startProgram }, begun)
    tell?.()
  }
  // It connects while the window manager starts.
  const onReachable = (reachable: Record<string, string>) => {
    if (waiting) tellDesktop(waiting, reachable)
  }
  try {
    const made = await virtualDesktops().start(
      { home, runId, width, height, homeMode, keepsSettings, endsWithOwner, log, onBegun, onReachable },
      run,
    )
    return { ...made, adopted: false, waiting }
  } catch (error) {
    ;(waiting as ChildProgram | null)?.kill()
    throw error
  }
}
