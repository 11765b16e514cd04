// The desktop of a run that goes on, as a person watches it and, while the run is paused, drives it by hand.
import type { PersonInput } from '../../src-preload/contract/calls/desktop.ts'
import type { ScreenRect } from './geometry.ts'

/** A desktop as it is at one moment. */
export interface LiveFrame {
  /** JPEG. */
  data: Uint8Array
  /** Pixels of the picture. */
  width: number
  height: number
  /** The part of the screen space that it shows. */
  bounds: ScreenRect
}

/** Takes a frame. While what it returns is open, this watcher is given none; then the newest. */
export type OnFrame = (frame: LiveFrame) => void | Promise<void>

export interface LiveDesktop {
  readonly kind: 'host' | 'virtual'
  readonly isWatched: boolean
  /** Tells a frame at once, then one after each change, never faster than the watcher takes them. Dispose to end it. */
  watch(options: { maxWidth: number }, onFrame: OnFrame): Disposable
  /** Does what the person does, in order. Throws UserError when the desktop is gone. The caller has paused the run. */
  input(inputs: readonly PersonInput[]): Promise<void>
  /** Lets go of keys and buttons that the person still holds. Does not throw: what can't be let go of dies with its process. */
  letGo(): Promise<void>
}
