// Defines what a shell with windows of its own on the desktop does so that they hide nothing from the agent and take no click.
import type { ScreenPoint, ScreenRect } from './geometry.ts'

/**
 * A shell's own windows (border, pill, marker) must be in no picture that the agent takes, and take no click. Each
 * method resolves when the desktop shows it so. The agent waits at most `SHIELD_MS` for it, then goes on without.
 */
export interface PictureShield {
  /** Takes the own windows out of this part of the screen. Called only where the driver can't see below them by itself. */
  hide(area: ScreenRect): Promise<void>
  /** Lets them come back after the picture or click. Follows each `hide`, even one that came too late, and later each `clear`. */
  show(): Promise<void>
  /** Moves away, until the next `show`, the own window that would take the pointer's next act at this point. */
  clear(point: ScreenPoint): Promise<void>
}

/** Milliseconds that a shell may take for each. */
export const SHIELD_MS = 150
