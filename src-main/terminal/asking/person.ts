// Whether a person is at this terminal, and how they are asked.
import type { Brake } from '../brake.ts'
import type { Screen } from '../output/screen.ts'
import type { Shell } from '../shell.ts'
import { TerminalInteractor } from './terminal-interactor.ts'
import { inkFor } from '../output/text.ts'

/** Nobody is asked where the output is for a program (`--json`, a pipe). */
export const isPersonThere = (shell: Shell, json: boolean): boolean =>
  !json && shell.stdin.isTTY === true && shell.stdout.isTTY === true

/** Ctrl+C at a question pulls the brake. */
export function askPerson(shell: Shell, screen: Screen, brake: Brake): TerminalInteractor {
  return new TerminalInteractor({
    input: shell.stdin,
    output: shell.stdout,
    screen,
    ink: inkFor(shell.stdout, shell.env),
    onInterrupt: () => brake.pull(),
  })
}
