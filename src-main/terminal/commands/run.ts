// Carries out `deskhand run`, and `deskhand` alone: does what is requested and shows how.
import { BridgeError } from '../../../src-preload/contract/bridge.ts'
import type { CallInput } from '../../../src-preload/contract/calls.ts'
import type { SessionEvent } from '../../../src-preload/contract/events.ts'
import { exampleApplications } from '../../core/system.ts'
import { askPerson, isPersonThere } from '../asking/person.ts'
import { Brake } from '../brake.ts'
import { carryOut } from '../carry-out.ts'
import { EXIT, exitCodeOf } from '../exit-code.ts'
import { faultWords, isStop } from '../fault.ts'
import type { RunCommandOptions } from '../options.ts'
import { Progress } from '../output/progress.ts'
import { Screen } from '../output/screen.ts'
import { speechFor } from '../output/speech.ts'
import { plain } from '../output/plain.ts'
import { inkFor } from '../output/text.ts'
import type { Shell } from '../shell.ts'
import { clientOptions } from '../with-bridge.ts'
import { tell } from '../output/table.ts'

/** The run that `deskhand continue` continues; null is the newest run that was interrupted. */
export interface Continued {
  run: string | null
}

/** Runs a request, or asks for it, and returns the exit code. Throws BridgeError when it can't begin. */
export async function runCommand(
  shell: Shell,
  request: string | null,
  options: RunCommandOptions,
  continued: Continued | null = null,
): Promise<number> {
  const { json = false, keepOpen = false, strategy = null, mode = null, display = null } = options
  const platform_override = options.platformOverride ?? null
  const present = isPersonThere(shell, json)
  if (request === null && !present && !continued) {
    await tell(
      shell,
      `Nobody is at a terminal to ask. Give a request: deskhand run "open ${exampleApplications().editor}"`,
      shell.stderr,
    )
    return EXIT.usage
  }
  if (request !== null && request.trim() === '') {
    await tell(
      shell,
      `The request is empty. Say what should be done: deskhand run "open ${exampleApplications().editor}"`,
      shell.stderr,
    )
    return EXIT.usage
  }
  const screen = new Screen(shell.stdout)
  using brake = new Brake(shell, screen)
  let ended = false
  const wishes = { ...wishesOf(options), keep_open: keepOpen, attended: present }
  try {
    await using bridge = await shell.openBridge({
      ...clientOptions(shell, screen),
      // A run that goes on has its desktop already, and one without a request waits for its person.
      ...(request === null ? {} : { desktopFor: { display } }),
    })
    if ((strategy ?? mode ?? platform_override) !== null) {
      const fault = await bridge
        .call('check_run', { strategy, mode, platform_override })
        .then(() => null, faultWords)
      if (fault !== null) {
        await tell(shell, fault, shell.stderr)
        return EXIT.usage
      }
    }
    await bridge.begin()
    const speech = await speechFor(shell.env, bridge)
    using progress = new Progress(screen, inkFor(shell.stdout, shell.env), speech)
    const onEvent = (event: SessionEvent) => {
      ended ||= event.type === 'session_finished'
      if (json) shell.stdout.write(`${JSON.stringify(event)}\n`)
      else progress.show(event)
    }
    const interactor = present ? askPerson(shell, screen, brake, speech) : null
    const { end, waiting } = await carryOut({ bridge, brake, interactor, onEvent, keepOpen }, () =>
      continued
        ? bridge.call('continue_run', { ...wishes, run: continued.run })
        : bridge.call('start_run', {
            ...wishes,
            request,
            display,
            strategy,
            mode,
            platform_override,
            show_plan: options.showPlan ?? null,
          }),
    )
    if (waiting.length > 0) await tell(shell, `Not begun: ${waiting.map(plain).join(' · ')}`, shell.stderr)
    return exitCodeOf(end)
  } catch (error) {
    if (json && !ended) shell.stdout.write(`${JSON.stringify(neverBegun(error))}\n`)
    if (brake.pulled) return EXIT.stopped
    throw error
  }
}

/** Writes the last line of `--json` when no session could write it. */
const neverBegun = (error: unknown) => ({
  type: 'session_finished',
  status: isStop(error) ? 'stopped' : 'failed',
  result: null,
  error: error instanceof BridgeError ? error.message : faultWords(error),
  reason: isStop(error) ? 'stopped' : 'error',
  steps: 0,
  rounds: 0,
  cost: 0,
  log_path: '',
})

/** Gives the options that every run takes, whatever it carries out. */
export const wishesOf = ({ model = {}, yesTo = [], task, maxStep, resumable = false }: RunCommandOptions) =>
  ({
    models: model,
    yes_to: yesTo,
    task: task ?? null,
    max_step: maxStep ?? null,
    resumable,
    watch: true,
  }) satisfies Partial<CallInput<'start_run'>>
