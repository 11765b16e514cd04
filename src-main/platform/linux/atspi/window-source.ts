// Defines what accessibility needs to know of the windows.
import type { ScreenPoint } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformWindow } from '../../platform.ts'

export interface WindowSource {
  /** Lists windows front to back. */
  windows(run: RunControl): Promise<PlatformWindow[]>
  windowAt(point: ScreenPoint, run: RunControl): Promise<PlatformWindow | null>
}
