// Implements a shell that shows nothing, for tests of what is behind it.
import type { ShellPort } from '../shell-port.ts'

export const silentShell: ShellPort = {
  kind: 'page',
  version: '0.0.0',
  command: () => ['deskhand'],
  locale: () => 'en-GB',
  shortcuts: () => ({}),
  openView: () => {},
  closeWindow: () => {},
  dragWindow: () => {},
  openLink: () => Promise.resolve(),
  showFolder: () => Promise.resolve(),
  quit: () => {},
}
