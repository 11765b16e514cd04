// Implements what the page of a browser can do for the program; what it can't do, it says.
import { messageOf, UserError } from '../core/errors.ts'
import type { ShellPort } from './shell-port.ts'
import { openOutside } from '../web/open-outside.ts'

interface PageShellOptions {
  version: string
  env: NodeJS.ProcessEnv
  /** Ends the program. */
  quit: () => void
  command?: string[] | undefined
}

export const pageShell = ({
  version,
  env,
  quit,
  command = [process.execPath, process.argv[1] ?? ''],
}: PageShellOptions): ShellPort => ({
  kind: 'page',
  version,
  command: () => command,
  // Of all that know the locale, this alone reads no data of the languages for it.
  locale: () => new Intl.PluralRules().resolvedOptions().locale,
  shortcuts: () => ({}),
  openView: (view, run, caller) => caller.push({ push: 'show', view, run }),
  closeWindow: () => {
    throw new UserError('This is a page of your browser: close its tab.')
  },
  dragWindow: () => {
    throw new UserError('This is a page of your browser: its window is moved by you.')
  },
  // The browser may be on another machine than the program, at the other end of a tunnel.
  openLink: (address) => Promise.reject(new UserError(`Open it in a tab of your own: ${address}`)),
  showFolder: async (path) => {
    try {
      await openOutside(path, env)
    } catch (error) {
      throw new UserError(`${messageOf(error)} On the machine of Deskhand it is ${path}`)
    }
  },
  quit,
})
