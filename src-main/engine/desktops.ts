// On which desktop a run takes place: the person's own, or a virtual one made for it.
import type { Config } from '../../src-preload/contract/config.ts'
import type { StartProgram } from '../core/child-program.ts'
import type { DesktopEnvironment } from '../core/desktop.ts'
import { UserError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import type { RunControl } from '../core/run-control.ts'
import { hasHostDisplay, hostDesktop } from '../platform/linux/host-desktop.ts'
import { adoptVirtualDesktop, startVirtualDesktop } from '../platform/virtual/start.ts'

/** What looking and running need of the place where Deskhand is. */
export interface Surroundings {
  /** DESKHAND_HOME. */
  home: string
  env: Record<string, string>
  config: Config
  logger: Logger
  /** How the desktop process is started; as plain Node where nothing is said. */
  startProgram?: StartProgram | undefined
}

/** The desktop of a run. Disposing ends a virtual one with everything on it, and leaves the person's own alone. */
export interface RunDesktop extends DesktopEnvironment, AsyncDisposable {
  /** It is the one of the interrupted run, with all that is open there. */
  adopted: boolean
}

/** Whether `auto` means a virtual desktop here. */
export const prefersVirtual = (env: Record<string, string>): boolean => !hasHostDisplay(env)

/**
 * `continues` is an interrupted run, whose desktop is taken over where it still lives; with `endsWithOwner` nobody can take it over.
 * Throws UserError where the wanted desktop can't be had: a Wayland session, no screen, missing system packages.
 */
export async function openDesktop(
  { home, env, config, logger }: Surroundings,
  runId: string,
  run: RunControl,
  { continues = null, endsWithOwner = false }: { continues?: string | null; endsWithOwner?: boolean } = {},
): Promise<RunDesktop> {
  if (process.platform !== 'linux') {
    throw new UserError(`This version of Deskhand drives Linux desktops only; this is ${process.platform}.`)
  }
  const { kind, width, height, home: homeMode } = config.display
  const virtual = kind === 'virtual' || (kind === 'auto' && prefersVirtual(env))
  if (!virtual) return { ...hostDesktop(env), adopted: true, [Symbol.asyncDispose]: () => Promise.resolve() }
  const log = (line: string) => logger.info(line)
  const left = continues === null ? null : await adoptVirtualDesktop(home, continues, log, runId)
  if (left) return { ...left, adopted: true }
  const made = await startVirtualDesktop({ home, runId, width, height, homeMode, endsWithOwner, log }, run)
  return { ...made, adopted: false }
}
