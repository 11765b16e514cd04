// Defines what reads and acts on the controls of a window: one provider of several, chosen by what a window offers.
import type { ScreenPoint } from '../../core/geometry.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { Platform, PlatformElement, PlatformTree } from '../platform.ts'

/** The methods of the platform that each provider implements in its own way. */
type Controls = Pick<
  Platform,
  | 'element'
  | 'text'
  | 'textBounds'
  | 'selectText'
  | 'selectedText'
  | 'invoke'
  | 'setText'
  | 'setValue'
  | 'select'
  | 'focus'
  | 'scrollIntoView'
>

export interface TreeProvider extends Controls {
  /** The prefix of its controls' references. */
  readonly prefix: string
  /** Null where the provider knows nothing of this window. */
  tree(window: bigint, max: number, run: RunControl): Promise<PlatformTree | null>
  /** Finds the element at a point of a window, or null. */
  elementAt(window: bigint, point: ScreenPoint, run: RunControl): Promise<PlatformElement | null>
  focused(window: bigint, run: RunControl): Promise<PlatformElement | null>
  dispose(): void
}
