// Carries out `deskhand follow`: plans step by step, one run each.
import type { CallInput } from '../../../src-preload/contract/calls.ts'
import type { SessionEvent } from '../../../src-preload/contract/events.ts'
import { resultWords } from '../../../src-preload/contract/words.ts'
import { askPerson, isPersonThere } from '../asking/person.ts'
import { Brake } from '../brake.ts'
import { carryOut } from '../carry-out.ts'
import { EXIT, exitCodeOf, type Finished } from '../exit-code.ts'
import { isStop, messageOf, stopFault } from '../fault.ts'
import type { RunCommandOptions } from '../options.ts'
import { Progress } from '../output/progress.ts'
import { Screen } from '../output/screen.ts'
import { speechFor } from '../output/speech.ts'
import { tell, titledTable } from '../output/table.ts'
import { plain } from '../output/plain.ts'
import { inkFor, roomOf } from '../output/text.ts'
import type { Shell, Speech } from '../shell.ts'
import { clientOptions } from '../with-bridge.ts'
import { wishesOf } from './run.ts'

/** The outcome of one plan: its end, why it could not begin, or neither after an earlier stop. */
interface Outcome {
  name: string
  end: Finished | null
  error: string | null
}

type PlanChoice = NonNullable<CallInput<'start_run'>['plan']>
export type FollowOptions = Omit<RunCommandOptions, 'strategy' | 'keepOpen' | 'resumable'> &
  Partial<Pick<PlanChoice, 'strict' | 'update' | 'set'>>

/** Follows a plan file, or every plan of a folder, and returns the exit code. Throws BridgeError when it can’t begin. */
export async function followCommand(shell: Shell, path: string, options: FollowOptions): Promise<number> {
  const { json = false, display = null, strict = false, update = false, set = {} } = options
  const screen = new Screen(shell.stdout)
  const ink = inkFor(shell.stdout, shell.env)
  using brake = new Brake(shell, screen)
  await using bridge = await shell.openBridge(clientOptions(shell, screen))
  const { folder: many, plans } = await bridge.call('find_plans', { plan: path, task: options.task ?? null })
  await bridge.begin()
  if (brake.pulled) throw stopFault()
  const speech = await speechFor(shell.env, bridge)
  const present = isPersonThere(shell, json)
  const interactor = present ? askPerson(shell, screen, brake, speech) : null
  const wishes = { ...wishesOf(options), attended: present, display, request: null }
  const follow = async ({ task, path: plan }: (typeof plans)[number]): Promise<Finished> => {
    if (many && !json) screen.print(ink.strong(plain(task)))
    using progress = new Progress(screen, ink, speech)
    const onEvent = (event: SessionEvent) => {
      if (json) shell.stdout.write(`${JSON.stringify(event)}\n`)
      else progress.show(event)
    }
    const { end } = await carryOut({ bridge, brake, interactor, onEvent }, () =>
      bridge.call('start_run', {
        ...wishes,
        task,
        plan: { plan, strict, update, set },
        show_plan: options.showPlan ?? null,
      }),
    )
    return end
  }
  const outcomes: Outcome[] = []
  let stopped = false
  for (const plan of plans) {
    const { task: name } = plan
    if (stopped || brake.pulled) {
      outcomes.push({ name, end: null, error: null })
      continue
    }
    try {
      const end = await follow(plan)
      // A stop of one plan stops all.
      stopped = end.reason === 'stopped'
      outcomes.push({ name, end, error: null })
    } catch (error) {
      const fault = isStop(error) || brake.pulled ? null : messageOf(error)
      // The fault of a plan that could not begin is written at once, in its place among the others.
      if (fault !== null) await tell(shell, `${plain(name)}: ${plain(fault)}`, shell.stderr)
      outcomes.push({ name, end: null, error: fault })
    }
  }
  if (many && !json) summary(outcomes, await shell.speech()).forEach((line) => screen.print(line))
  return exitCode(outcomes)

  function summary(all: Outcome[], speech: Speech): string[] {
    const completed = all.filter(isCompleted).length
    const columns = [{ title: 'PLAN', width: 40 }, { title: 'STATUS' }, { title: 'RESULT' }]
    const rows = all.map((outcome) => [
      plain(outcome.name),
      speech.word(statusOf(outcome)),
      plain(saidBy(outcome, speech)),
    ])
    return [
      '',
      ...titledTable(columns, rows, roomOf(shell.stdout), speech),
      '',
      speech.say('terminal.plans_completed', { completed: String(completed), count: String(all.length) }),
    ]
  }
}

const isUnsure = (end: Finished | null): boolean => end?.status === 'completed' && end.last === 'unsure'
const isCompleted = ({ end }: Outcome): boolean => end?.status === 'completed' && !isUnsure(end)

const statusOf = ({ end, error }: Outcome): string =>
  isUnsure(end) ? 'unsure' : (end?.status ?? (error === null ? 'not begun' : 'failed'))

function saidBy({ end, error }: Outcome, { sentence }: Speech): string {
  const fault = error ?? end?.error ?? null
  return fault === null ? resultWords(end?.result ?? null) : sentence(fault)
}

/** Gives the worst code of all: a stop, an unanswered question, a failure, an unsure end. */
function exitCode(outcomes: Outcome[]): number {
  const codes = outcomes.map(({ end, error }) => {
    if (end) return exitCodeOf(end)
    return error === null ? EXIT.stopped : EXIT.failed
  })
  const gravest = [EXIT.stopped, EXIT.unanswered, EXIT.failed, EXIT.unsure].find((code) =>
    codes.includes(code),
  )
  return gravest ?? EXIT.completed
}
