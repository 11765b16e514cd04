// The shell of a program without windows: a terminal.
import { UserError } from '../core/errors.ts'
import type { ShellPort } from './shell-port.ts'

const refuse = (): never => {
  throw new UserError('This is a terminal: it has no windows.')
}

export const quietShell = ({ version, quit }: { version: string; quit: () => void }): ShellPort => ({
  kind: 'page',
  version,
  locale: () => Intl.DateTimeFormat().resolvedOptions().locale,
  shortcuts: () => ({}),
  openView: refuse,
  closeWindow: refuse,
  dragWindow: refuse,
  openLink: refuse,
  showFolder: refuse,
  quit,
})
