// Says what each step of a request or of a plan would do, and does nothing.
import type { ForeseenStep } from '../../src-preload/contract/calls/desktop.ts'
import { foreseen as because } from '../../src-preload/contract/foreseen-words.ts'
import { foldOf } from '../../src-preload/contract/words.ts'
import { UserError } from '../core/errors.ts'
import type { RunControl } from '../core/run-control.ts'
import type { Clause } from '../interpreter/clauses.ts'
import { parseRequest } from '../interpreter/parser.ts'
import { isOwnPlan, type RecordedPlan } from '../replay/plan-file.ts'
import { openReplay } from '../replay/replay-session.ts'
import type { Gate } from '../safety/gate.ts'
import { followable, PlanReader } from '../session/plan-reader.ts'
import { createEyes, joined } from './foreseeing.ts'
import { CommandForesight } from './foreseen-commands.ts'
import { PlanForesight } from './foreseen-plan.ts'
import { closedGate } from './inspect.ts'
import { decidesByCommands } from './run-gate.ts'
import type { RunSurroundings } from './run-request.ts'
import type { Stack } from './stack.ts'

/** A step in plain commands; `problem` says why it is not understood. */
interface WrittenStep {
  words: string
  clauses: readonly Clause[]
  problem: string | null
}

/** A request or plan whose acts can be forecast, because it needs no model. */
export type Foreseeable =
  /** `own`: the person's own words. */
  | { kind: 'commands'; steps: readonly WrittenStep[]; own: string[] }
  | { kind: 'plan'; plan: RecordedPlan; isOwn: boolean; set: Record<string, string> }

export interface DryRunRequest {
  request: string | null
  /** Absolute path of a plan file, and the texts that replace recorded ones this time. */
  plan: { path: string; set: Record<string, string> } | null
}

/** Throws UserError for a request that needs a model, and for one that can’t be read. */
export async function foreseeable(
  { request, plan: file }: DryRunRequest,
  { models }: Pick<RunSurroundings['config'], 'models'>,
  home: string,
): Promise<Foreseeable> {
  if ((request === null) === (file === null)) throw new UserError('Give a request or a plan for a dry run.')
  if (file) {
    const replay = await openReplay(file.path, home, { set: file.set })
    if (replay) return { kind: 'plan', plan: replay.plan, isOwn: replay.isOwn, set: file.set }
  }
  if (!decidesByCommands(models)) {
    throw new UserError(
      'A model decides the steps of this request: a dry run is for plain commands (--model offline) and recorded plans.',
    )
  }
  if (file) return writtenPlan(await PlanReader.open(file.path, file.set), home)
  const { clauses, problem } = parseRequest(request ?? '')
  if (!clauses) throw new UserError(problem)
  const steps = clauses.map((clause) => ({ words: clause.words, clauses: [clause], problem: null }))
  return { kind: 'commands', steps, own: [request ?? ''] }
}

/** Its steps, the opening of what it is about the first of them, as a follower carries them out. */
function writtenPlan(plan: PlanReader, home: string): Foreseeable {
  followable(plan)
  const opening = plan.getOpening() === null ? [] : [plan.getHostAgentRequest()]
  const words = [...opening, ...plan.getSteps()]
  const steps = words.map((step): WrittenStep => {
    const { clauses, problem } = parseRequest(step)
    // The list of all commands would stand under each such step.
    return { words: step, clauses: clauses ?? [], problem: problem === null ? null : foldOf(problem).told }
  })
  return { kind: 'commands', steps, own: isOwnPlan(home, plan.written) ? [plan.getTask(), ...words] : [] }
}

/** Returns the person's own words, for the gate: nothing of a plan that was not made here. */
export function ownWordsOf(what: Foreseeable): string[] {
  if (what.kind === 'commands') return what.own
  return what.isOwn ? [what.plan.task] : []
}

/** Returns a gate that gives this gate’s judgement but allows nothing. */
export const opinionOf = (gate: Gate): Gate => ({
  ...closedGate,
  prepare: (act) => gate.prepare(act),
  judge: (act) => gate.judge(act),
})

/** `home`: the folder that `~` means. */
export async function dryRun(
  what: Foreseeable,
  stack: Stack,
  home: string,
  run: RunControl,
): Promise<ForeseenStep[]> {
  const eyes = createEyes(stack, run)
  if (what.kind === 'plan') return new PlanForesight(eyes, what.plan, what.set).foresee()
  const clauses = what.steps.flatMap((step) => step.clauses)
  const foreseen = await new CommandForesight(eyes, home).foresee(clauses)
  return what.steps.map(({ words, clauses: own, problem }) =>
    problem === null
      ? joined(words, foreseen.splice(0, own.length))
      : { words, outcome: 'cannot', acts: [], reasons: [because('not_understood', { problem })] },
  )
}
