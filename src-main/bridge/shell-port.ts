// Defines what the program asks of the shell that shows it: the desktop app or the page of a browser.
import type { View } from '../../src-preload/contract/calls/app.ts'
import type { Caller } from './handler.ts'

export interface ShellPort {
  readonly kind: 'app' | 'page'
  readonly version: string
  /** Returns the program and its first arguments with which another program starts the `deskhand` command. */
  command(): string[]
  /** Returns the person's language as the system has it, a BCP 47 tag. */
  locale(): string
  /** Returns the global shortcuts: name in the configuration → registered keys, null where they could not be registered. */
  shortcuts(): Record<string, string | null>
  /** Throws UserError where this shell can't. */
  openView(view: View, run: string | null, caller: Caller): void
  closeWindow(caller: Caller): void
  /** Moves the window; `dx` and `dy` are pixels since the drag began. Throws UserError where this shell can't. */
  dragWindow(caller: Caller, drag: { dx: number; dy: number; done: boolean }): void
  /** Opens a link; the address was already checked to be https. */
  openLink(address: string): Promise<void>
  /** Opens a folder, or a file, with the application that the person's desktop has for it. */
  showFolder(path: string): Promise<void>
  quit(): void
}
