// What reads and acts on the controls of a window: one way of several, chosen by what a window offers.
import type { ScreenPoint, ScreenRect } from '../../core/geometry.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { PlatformElement, PlatformTree } from '../platform.ts'

export interface TreeProvider {
  /** What its references begin with. */
  readonly prefix: string
  /** Null where it knows nothing of this window. */
  tree(window: bigint, max: number, run: RunControl): Promise<PlatformTree | null>
  element(ref: string, run: RunControl): Promise<PlatformElement | null>
  /** In a window, or null. */
  elementAt(window: bigint, point: ScreenPoint, run: RunControl): Promise<PlatformElement | null>
  focused(window: bigint, run: RunControl): Promise<PlatformElement | null>
  text(ref: string, run: RunControl): Promise<string | null>
  textBounds(ref: string, start: number, end: number, run: RunControl): Promise<ScreenRect | null>
  selectText(ref: string, start: number, end: number, run: RunControl): Promise<boolean>
  selectedText(ref: string, run: RunControl): Promise<string | null>
  invoke(ref: string, action: string | null, run: RunControl): Promise<boolean>
  setText(ref: string, text: string, run: RunControl): Promise<boolean>
  setValue(ref: string, value: number, run: RunControl): Promise<boolean>
  select(ref: string, run: RunControl): Promise<boolean>
  focus(ref: string, run: RunControl): Promise<boolean>
  scrollIntoView(ref: string, run: RunControl): Promise<boolean>
  dispose(): void
}
