// Decides whether a person is at this terminal, and asks them there.
import type { Brake } from '../brake.ts'
import type { Screen } from '../output/screen.ts'
import type { Speech } from '../output/speech.ts'
import type { Shell } from '../shell.ts'
import { TerminalInteractor } from './terminal-interactor.ts'
import { inkFor } from '../output/text.ts'

/** False where the output is for a program (`--json`, a pipe), so that no question is asked. */
export const isPersonThere = (shell: Shell, json: boolean): boolean =>
  !json && shell.stdin.isTTY === true && shell.stdout.isTTY === true

/** Makes Ctrl+C at a question pull the brake. */
export function askPerson(shell: Shell, screen: Screen, brake: Brake, speech: Speech): TerminalInteractor {
  return new TerminalInteractor({
    input: shell.stdin,
    output: shell.stdout,
    screen,
    ink: inkFor(shell.stdout, shell.env),
    speech,
    onInterrupt: () => brake.pull(),
  })
}
