// Defines how a person watches the desktop of a run that goes on, and drives it by hand while the run is paused.
import type { PersonInput } from '../../src-preload/contract/person-input.ts'
import type { PersonAct } from '../../src-preload/contract/person-acts.ts'
import type { ScreenRect } from './geometry.ts'

/** A desktop's picture at one moment. */
export interface LiveFrame {
  /** JPEG. */
  data: Uint8Array
  /** Pixels of the picture. */
  width: number
  height: number
  /** The part of the screen space that it shows. */
  bounds: ScreenRect
}

/** Takes a frame. While its promise is open, this watcher gets no frame; then it gets the newest. */
export type OnFrame = (frame: LiveFrame) => void | Promise<void>

export interface LiveDesktop {
  readonly kind: 'host' | 'virtual'
  readonly isWatched: boolean
  /** Gives a frame at once, then one after each change, never faster than the watcher takes them. Dispose to end it. */
  watch(options: { maxWidth: number }, onFrame: OnFrame): Disposable
  /**
   * Carries out the person's input, in order; with `tells`, returns what each input was, by control. Throws UserError when the desktop is
   * gone. The caller has paused the run.
   */
  input(inputs: readonly PersonInput[], tells?: boolean): Promise<PersonAct[]>
  /** Releases keys and buttons that the person still holds. Does not throw: whatever can't be released ends with its process. */
  letGo(): Promise<void>
}
