// Defines what is remembered of an act from the moment its target is resolved until its effect is verified.
import type { ScreenPoint } from '../../../core/geometry.ts'
import type { PlatformElement, PlatformWindow } from '../../../platform/platform.ts'
import type { FileWork } from '../../../safety/file-work.ts'
import type { View } from '../state.ts'
import type { Target } from '../targeting/targets.ts'

/** The state before an act, and the act's result. */
export interface ActMemory {
  tool: string
  /** Milliseconds since 1970 at which it began, as files have them. */
  began: number
  parameters: Record<string, unknown>
  target: Target
  windows: PlatformWindow[]
  /** The target's whole text; null when it has none, or is a password. */
  text: string | null
  /** What is selected in the target, so that a text that is put into it replaces it. */
  selected: string
  focused: PlatformElement | null
  focusedText: string | null
  /** Where the pointer was before an act whose look is compared; null for any other, and where that is not known. */
  pointer: ScreenPoint | null
  /** The last view of the window; null when there was none yet. */
  view: View | null
  /** The files that a tool of FileExecutor means, and their sizes in bytes before it (null for a folder). */
  files: { work: FileWork; sizes: (number | null)[] } | null
  /** The files that a script shall leave, and their last change before it; null when there was none. */
  results: { path: string; modified: number | null }[]
  /**
   * The file that the act saves, and its last change; null when the act names none. `inPlace`: it is the document in the
   * window, so that no dialog has to close. `isSupposed`: its window does not name it, so that only its change tells anything.
   */
  saves: { path: string; modified: number | null; inPlace: boolean; isSupposed?: boolean } | null
  /** Bytes that the application had written to files before an act that is there to save; null for any other act. */
  written: number | null
  /** How often the clipboard had been taken before an act that copies or cuts; null for any other act. */
  copies: number | null
  /** When its target was first seen in the wanted state; null while it is not. Monotonic milliseconds. */
  flippedAt: number | null
  /** What the tool returned. */
  result: unknown
}
