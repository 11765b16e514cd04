// Defines what a shell with windows of its own on the desktop does so that they hide nothing from the agent and take no click.
import type { ScreenPoint, ScreenRect } from './geometry.ts'

/**
 * A shell's own windows (border, pill, marker) must be in no picture that the agent takes, and take no click. Each method resolves when the
 * desktop shows the change. The agent waits at most `SHIELD_MS` for it, then continues without.
 */
export interface PictureShield {
  /** Hides the own windows in this part of the screen. Called only where the driver can't see below them by itself. */
  hide(area: ScreenRect): Promise<void>
  /** Shows them again after the picture or click. Follows each `hide`, even one that came too late, and later each `clear`. */
  show(): Promise<void>
  /** Moves the own window that would take the pointer's next act at this point away, until the next `show`. */
  clear(point: ScreenPoint): Promise<void>
}

/** Milliseconds that a shell has for each call. */
export const SHIELD_MS = 150
