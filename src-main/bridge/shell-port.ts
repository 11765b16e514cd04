// What the program asks of the shell that shows it: the desktop app or the page of a browser.
import type { View } from '../../src-preload/contract/calls/app.ts'
import type { Caller } from './handler.ts'

export interface ShellPort {
  readonly kind: 'app' | 'page'
  readonly version: string
  /** The program and its first arguments by which another program starts the `deskhand` command. */
  command(): string[]
  /** The person's language as the system has it, a BCP 47 tag. */
  locale(): string
  /** Global shortcuts: their name in the configuration → the keys that are registered, null where they could not be. */
  shortcuts(): Record<string, string | null>
  /** Throws UserError where this shell can't. */
  openView(view: View, run: string | null, caller: Caller): void
  closeWindow(caller: Caller): void
  /** Pixels since the drag began. Throws UserError where this shell can't. */
  dragWindow(caller: Caller, drag: { dx: number; dy: number; done: boolean }): void
  /** Only https addresses, already checked to be one. */
  openLink(address: string): Promise<void>
  /** With what the person's desktop has for it; also a file. */
  showFolder(path: string): Promise<void>
  quit(): void
}
