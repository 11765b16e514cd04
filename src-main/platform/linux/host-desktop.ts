// Describes the desktop that a person sits at.
import { UserError } from '../../core/errors.ts'
import type { DesktopEnvironment } from '../../core/desktop.ts'
import type { Environment } from '../operating-system.ts'
import { wholeEnvironment } from '../whole-environment.ts'
import { accessible } from './launch-environment.ts'

const isWayland = (env: Environment): boolean =>
  Boolean(env['WAYLAND_DISPLAY']) || env['XDG_SESSION_TYPE']?.toLowerCase() === 'wayland'

/**
 * Gives the person's own X11 desktop. Throws UserError on Wayland, also where XWayland runs (measured: pictures are black and
 * native windows are missing there), and where there is no display.
 */
export function hostDesktop(env: Environment): DesktopEnvironment {
  if (isWayland(env)) {
    throw new UserError(
      'This is a Wayland session. Deskhand can’t see or touch its windows. Log out and choose the “X11” or “Xorg” ' +
        'session on the login screen, or let Deskhand work on a desktop of its own with `--display virtual`.',
    )
  }
  if (!env['DISPLAY']) {
    throw new UserError(
      'There is no desktop here: DISPLAY is not set. Start Deskhand in a terminal of an X11 session, or let it work ' +
        'on a desktop of its own with `--display virtual`.',
    )
  }
  const { NO_AT_BRIDGE: _hidden, ...kept } = wholeEnvironment(env)
  return { kind: 'host', name: env['DISPLAY'], env: { ...kept, ...accessible(kept) } }
}
