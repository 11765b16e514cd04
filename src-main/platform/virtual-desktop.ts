// What a virtual desktop is to those who use one. `virtual/` starts and sweeps them.
import type { DesktopEnvironment } from '../core/desktop.ts'

export interface VirtualDesktop extends DesktopEnvironment, AsyncDisposable {
  kind: 'virtual'
  /** Ids of the processes it consists of, for tests and `doctor`. */
  pids: number[]
}
