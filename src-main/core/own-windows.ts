// Names the windows that a shell of Deskhand has on the desktop where a run acts: never seen, never hit, never a target.
import type { PictureShield } from './picture-shield.ts'

export interface OwnWindows {
  readonly shield: PictureShield
  /** Handles as the platform's driver writes them: X11 ids as `0x…`, HWND in decimal. */
  handles(): string[]
  /** Calls back when a window has come or gone; the returned function ends it. */
  onChanged(listener: () => void): () => void
}
