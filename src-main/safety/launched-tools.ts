// Recognises programs that are no applications among those that a launch starts.
import type { Facts } from './facts.ts'

/** Programs of the system that act on other windows, or let others in, as soon as they are started. */
const TAKES_OVER = /\/(xkill|x11vnc|x0(tiger)?vncserver|X\w*vnc\w*|krfb|krdc-server|wayvnc)$/i

/**
 * Whether a program of the system without a desktop entry is told more than to start: nothing says what its words mean. Some drive the desktop
 * past the gate (`xdotool`), or run their words.
 */
export function startsTool({ gesture, act: { target } }: Facts): boolean {
  const { words = [], from = '', configured = false } = target.starts ?? {}
  if (
    gesture !== 'launch' ||
    configured ||
    !/^\/(usr\/(local\/)?)?(s?bin|games)\/(?!(xdg-)?open$)/.test(from)
  )
    return false
  return words.length > 1 || TAKES_OVER.test(from)
}
