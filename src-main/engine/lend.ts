// Lends the desktop of a run to the shell that shows it, to watch it and to drive it by hand, for as long as the desktop is
// there. Also tells the desktop which windows are the shell's own.
import type { DesktopProcess } from '../computer/desktop-process.ts'
import { createLiveDesktop } from '../computer/live-desktop.ts'
import { drop } from '../core/control-flow.ts'
import { messageOf } from '../core/errors.ts'
import type { LiveDesktop } from '../core/live-desktop.ts'
import type { Logger } from '../core/logger.ts'
import type { OwnWindows } from '../core/own-windows.ts'

interface Lent {
  desktop: DesktopProcess
  ownWindows: OwnWindows | undefined
  onDesktop: ((desktop: LiveDesktop | null) => void) | undefined
  logger: Logger
}

/** Disposing takes all of it back; the desktop process still runs then. */
export async function lendDesktop({
  desktop,
  ownWindows,
  onDesktop,
  logger,
}: Lent): Promise<LiveDesktop & AsyncDisposable> {
  const live = createLiveDesktop(desktop, logger)
  let silence = () => {}
  // The shell's windows are on the person's own desktop, never on a virtual one.
  if (ownWindows && desktop.kind === 'host') {
    const tell = async () => {
      try {
        await desktop.setOwnWindows(ownWindows.handles(), ownWindows.shield)
      } catch (error) {
        // A window that is just closing has no handle any more; its closing causes another call.
        logger.warn(`The app's own windows could not be told: ${messageOf(error)}`)
      }
    }
    silence = ownWindows.onChanged(() => drop(tell()))
    await tell()
  }
  onDesktop?.(live)
  return Object.assign(live, {
    async [Symbol.asyncDispose]() {
      silence()
      onDesktop?.(null)
      await live.letGo()
    },
  })
}
