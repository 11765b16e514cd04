// On which desktop a run takes place: the person's own, or a virtual one made for it.
import type { Config } from '../../src-preload/contract/config.ts'
import type { StartProgram } from '../core/child-program.ts'
import type { DesktopEnvironment } from '../core/desktop.ts'
import { UserError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import type { RunControl } from '../core/run-control.ts'
import { hasHostDisplay, hostDesktop } from '../platform/linux/host-desktop.ts'
import { startVirtualDesktop } from '../platform/virtual/start.ts'

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
export interface RunDesktop extends DesktopEnvironment, AsyncDisposable {}

/** Whether `auto` means a virtual desktop here. */
export const prefersVirtual = (env: Record<string, string>): boolean => !hasHostDisplay(env)

/** Throws UserError where the wanted desktop can't be had: a Wayland session, no screen, missing system packages. */
export async function openDesktop(
  { home, env, config, logger }: Surroundings,
  runId: string,
  run: RunControl,
): Promise<RunDesktop> {
  if (process.platform !== 'linux') {
    throw new UserError(`This version of Deskhand drives Linux desktops only; this is ${process.platform}.`)
  }
  const { kind, width, height, home: homeMode } = config.display
  const virtual = kind === 'virtual' || (kind === 'auto' && prefersVirtual(env))
  if (!virtual) return { ...hostDesktop(env), [Symbol.asyncDispose]: () => Promise.resolve() }
  return startVirtualDesktop({ home, runId, width, height, homeMode, log: (line) => logger.info(line) }, run)
}
