// The windows that a shell of Deskhand itself has on the desktop where a run acts: never seen, never hit, never a target.
import type { PictureShield } from './picture-shield.ts'

export interface OwnWindows {
  readonly shield: PictureShield
  /** As the platform's driver names windows: X11 ids as `0x…`, HWND in decimal. */
  handles(): string[]
  /** A window has come or gone; the returned function ends it. */
  onChanged(listener: () => void): () => void
}
