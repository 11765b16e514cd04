// `deskhand run`, and `deskhand` alone: carries out requests and shows how.
import type { SessionEvent } from '../../../src-preload/contract/events.ts'
import { messageOf, StoppedError } from '../../core/errors.ts'
import type { Interactor } from '../../core/interactor.ts'
import { queueInteractor } from '../asking/absent-interactor.ts'
import { Brake } from '../brake.ts'
import { engineOptions } from '../engine-options.ts'
import { askPerson, isPersonThere } from '../asking/person.ts'
import { EXIT, exitCodeOf } from '../exit-code.ts'
import type { RunCommandOptions } from '../options.ts'
import { Progress } from '../output/progress.ts'
import { Screen } from '../output/screen.ts'
import type { Shell } from '../shell.ts'
import { inkFor, plain } from '../output/text.ts'

/** What `deskhand continue` goes on with; null is the newest run that was interrupted. */
export interface Continued {
  run: string | null
}

/** Runs a request, or asks for it, and returns the exit code. Throws UserError when it can't begin. */
export async function runCommand(
  shell: Shell,
  request: string | null,
  options: RunCommandOptions,
  continued: Continued | null = null,
): Promise<number> {
  const json = options.json === true
  const present = isPersonThere(shell, json)
  if (request === null && !present && !continued) {
    shell.stderr.write('Nobody is at a terminal to ask. Give a request: deskhand run "open Mousepad"\n')
    return EXIT.usage
  }
  if (request !== null && request.trim() === '') {
    shell.stderr.write('The request is empty. Say what should be done: deskhand run "open Mousepad"\n')
    return EXIT.usage
  }
  const { strategy, mode } = options
  if (strategy !== undefined || mode !== undefined) {
    const { chosenStrategy } = await import('../../session/session-factory.ts')
    try {
      chosenStrategy({ strategy: strategy ?? null, mode: mode ?? null })
    } catch (error) {
      shell.stderr.write(`${messageOf(error)}\n`)
      return EXIT.usage
    }
  }
  const screen = new Screen(shell.stdout)
  const ink = inkFor(shell.stdout, shell.env)
  using progress = new Progress(screen, ink)
  const brake = new Brake(shell, screen)
  using _brake = brake
  let ended = false
  const onEvent = (event: SessionEvent) => {
    ended ||= event.type === 'session_finished'
    if (json) shell.stdout.write(`${JSON.stringify(event)}\n`)
    else progress.show(event)
    if (ended && options.keepOpen) brake.keptOpen()
  }
  const interactorWith = (waiting: string[]): Interactor & { readonly waiting: readonly string[] } =>
    present ? askPerson(shell, screen, brake, waiting) : queueInteractor(waiting)
  try {
    await using engine = await shell.createEngine({
      ...engineOptions(shell, options, screen),
      overrides: overridesOf(options),
    })
    // Asked for while the engine was made: there is no run yet that could be stopped, and none is begun.
    if (brake.pulled) throw new StoppedError('stopped', 'Stopped by the user.')
    brake.attach(() => engine.stop('Stopped by the user.'))
    const before = continued ? await engine.runs.interrupted(continued.run) : null
    const interactor = interactorWith(before?.queue ?? [])
    const end = await engine.run({
      request: request?.trim() ?? before?.request ?? null,
      continues: before?.run ?? null,
      resumable: options.resumable ?? false,
      ...(options.task === undefined ? {} : { task: options.task }),
      ...(strategy === undefined ? {} : { strategy }),
      ...(mode === undefined ? {} : { mode }),
      keepOpen: options.keepOpen ?? false,
      untilReleased: brake.released,
      interactor,
      onEvent,
    })
    const left = interactor.waiting.map(plain)
    if (left.length > 0) shell.stderr.write(`Not begun: ${left.join(' · ')}\n`)
    return exitCodeOf(end)
  } catch (error) {
    if (json && !ended) shell.stdout.write(`${JSON.stringify(neverBegun(error))}\n`)
    if (brake.pulled) return EXIT.stopped
    throw error
  }
}

/** What `--json` says last when there was no session to say it. */
const neverBegun = (error: unknown) => ({
  type: 'session_finished',
  status: error instanceof StoppedError ? 'stopped' : 'failed',
  result: null,
  error: messageOf(error),
  reason: error instanceof StoppedError ? 'stopped' : 'error',
  steps: 0,
  rounds: 0,
  cost: 0,
  log_path: '',
})

export function overridesOf(options: Pick<RunCommandOptions, 'maxStep'>): Record<string, unknown> {
  return options.maxStep === undefined ? {} : { system: { max_step: options.maxStep } }
}
