// What a shell with windows of its own on the desktop does for the agent's eyes and hand.
import type { ScreenPoint, ScreenRect } from './geometry.ts'

/**
 * A shell's own windows (border, pill, marker) must be in no picture that the agent takes, and in the way of no click. Each
 * method resolves when the desktop shows it so. It is waited for at most `SHIELD_MS`, then the agent goes on without.
 */
export interface PictureShield {
  /** Takes the own windows out of this part of the screen. Asked only where the driver can't see below them by itself. */
  hide(area: ScreenRect): Promise<void>
  /** The picture is taken, or the click is over: they may come back. Follows each `hide`, also one that came too late, and, a while later, each `clear`. */
  show(): Promise<void>
  /** An own window would take the pointer's next act at this point: it moves away until the next `show`. */
  clear(point: ScreenPoint): Promise<void>
}

/** Milliseconds that a shell may take for each. */
export const SHIELD_MS = 150
