// `deskhand follow`: plans carried out step by step, one run each.
import type { EventOf, SessionEvent } from '../../../src-preload/contract/events.ts'
import { count, resultWords } from '../../../src-preload/contract/words.ts'
import { deskhandHome } from '../../config/home.ts'
import { messageOf, StoppedError } from '../../core/errors.ts'
import { absentInteractor } from '../../core/interactor.ts'
import { RunControl } from '../../core/run-control.ts'
import { findPlan } from '../../replay/plan-file.ts'
import type { ReplayOptions } from '../../replay/replay-options.ts'
import { openingsOf, type SessionOpening } from '../../session/openings.ts'
import { isFolder, planName } from '../../session/plan-file.ts'
import { SessionPool, type PoolOutcome } from '../../session/session-pool.ts'
import { Brake } from '../brake.ts'
import { engineOptions } from '../engine-options.ts'
import { askPerson, isPersonThere } from '../asking/person.ts'
import { overridesOf } from './run.ts'
import { EXIT, exitCodeOf } from '../exit-code.ts'
import type { RunCommandOptions } from '../options.ts'
import { Progress } from '../output/progress.ts'
import { Screen } from '../output/screen.ts'
import type { Shell } from '../shell.ts'
import { table } from '../output/table.ts'
import { inkFor, plain, roomOf } from '../output/text.ts'

type Finished = EventOf<'session_finished'>
export type FollowOptions = Omit<RunCommandOptions, 'strategy' | 'keepOpen' | 'resumable'> &
  Partial<ReplayOptions>

/** Follows a plan file, or every plan of a folder, and returns the exit code. Throws UserError when it can’t begin. */
export async function followCommand(shell: Shell, path: string, options: FollowOptions): Promise<number> {
  const json = options.json === true
  const plan = await findPlan(deskhandHome(shell.env), path)
  const many = await isFolder(plan)
  const task = options.task ?? planName(plan)
  const openings = await openingsOf({ task, mode: 'follower', plan })
  const screen = new Screen(shell.stdout)
  const ink = inkFor(shell.stdout, shell.env)
  using brake = new Brake(shell, screen)
  using run = new RunControl()
  await using engine = await shell.createEngine({
    ...engineOptions(shell, options, screen),
    overrides: overridesOf(options),
  })
  if (brake.pulled) throw new StoppedError('stopped', 'Stopped by the user.')
  brake.attach(() => {
    run.stop(new StoppedError('stopped', 'Stopped by the user.'))
    engine.stop('Stopped by the user.')
  })
  const { strict = false, update = false, set = {}, maxStep } = options
  const replay = { strict, update, set, ...(maxStep === undefined ? {} : { maxStep }) }
  const interactor = isPersonThere(shell, json) ? askPerson(shell, screen, brake) : absentInteractor
  const follow = async (opening: SessionOpening): Promise<Finished> => {
    if (many && !json) screen.print(ink.strong(plain(opening.task)))
    using progress = new Progress(screen, ink)
    const onEvent = (event: SessionEvent) => {
      if (json) shell.stdout.write(`${JSON.stringify(event)}\n`)
      else progress.show(event)
    }
    const end = await engine.run({ ...opening, id: null, replay, interactor, onEvent })
    // Who stops one of them means all.
    if (end.reason === 'stopped') run.stop(new StoppedError('stopped', 'Stopped by the user.'))
    return end
  }
  /** What could not begin is told where it would have been, not behind all the others. */
  const told = async (opening: SessionOpening): Promise<Finished> => {
    try {
      return await follow(opening)
    } catch (error) {
      const stopped = error instanceof StoppedError && run.stopped
      if (!stopped) shell.stderr.write(`${plain(opening.task)}: ${plain(messageOf(error))}\n`)
      throw error
    }
  }
  const pool = new SessionPool(openings.map((opening) => ({ name: opening.task, run: () => told(opening) })))
  const outcomes = await pool.runAll(run)
  if (many && !json) summary(outcomes).forEach((line) => screen.print(line))
  return exitCode(outcomes)

  function summary(all: PoolOutcome<Finished>[]): string[] {
    const completed = all.filter(isCompleted).length
    const columns = [{ title: 'PLAN', width: 40 }, { title: 'STATUS' }, { title: 'RESULT' }]
    const rows = all.map((outcome) => [plain(outcome.name), statusOf(outcome), plain(saidBy(outcome))])
    return [
      '',
      ...table(columns, rows, roomOf(shell.stdout)),
      '',
      `${completed} of ${count(all.length, 'plan')} completed.`,
    ]
  }
}

const isCompleted = (outcome: PoolOutcome<Finished>): boolean =>
  outcome.kind === 'ended' && outcome.value.status === 'completed'

const statusOf = (outcome: PoolOutcome<Finished>): string =>
  outcome.kind === 'ended' ? outcome.value.status : outcome.kind === 'thrown' ? 'failed' : 'not begun'

function saidBy(outcome: PoolOutcome<Finished>): string {
  if (outcome.kind === 'thrown') return outcome.error
  if (outcome.kind === 'skipped') return ''
  return outcome.value.error ?? resultWords(outcome.value.result) ?? ''
}

/** The gravest of all: a stop, a question that nobody answered, a failure. */
function exitCode(outcomes: PoolOutcome<Finished>[]): number {
  const codes = outcomes.map((outcome) => {
    if (outcome.kind === 'ended') return exitCodeOf(outcome.value)
    return outcome.kind === 'thrown' ? EXIT.failed : EXIT.stopped
  })
  const gravest = [EXIT.stopped, EXIT.unanswered, EXIT.failed].find((code) => codes.includes(code))
  return gravest ?? EXIT.completed
}
