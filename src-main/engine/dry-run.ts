// Says what each step of a request or of a recorded plan would do, and does nothing.
import type { ForeseenStep } from '../../src-preload/contract/calls/desktop.ts'
import { UserError } from '../core/errors.ts'
import type { RunControl } from '../core/run-control.ts'
import { parseRequest } from '../interpreter/parser.ts'
import type { RecordedPlan } from '../replay/plan-file.ts'
import { openReplay } from '../replay/replay-session.ts'
import type { Gate } from '../safety/gate.ts'
import { createEyes } from './foreseeing.ts'
import { CommandForesight } from './foreseen-commands.ts'
import { PlanForesight } from './foreseen-plan.ts'
import { closedGate } from './inspect.ts'
import { decidesByCommands } from './run-gate.ts'
import type { RunSurroundings } from './run-request.ts'
import type { Stack } from './stack.ts'

/** A request whose acts can be forecast, because it needs no model. */
export type Foreseeable =
  | { kind: 'commands'; request: string; clauses: NonNullable<ReturnType<typeof parseRequest>['clauses']> }
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
    throw new UserError(
      `The plan ${file.path} was not recorded: a dry run is for recorded plans and plain commands.`,
    )
  }
  if (!decidesByCommands(models)) {
    throw new UserError(
      'A model decides the steps of this request: a dry run is for plain commands (--model offline) and recorded plans.',
    )
  }
  const { clauses, problem } = parseRequest(request ?? '')
  if (!clauses) throw new UserError(problem)
  return { kind: 'commands', request: request ?? '', clauses }
}

/** Returns the person's own words, for the gate: nothing of a plan that was not made here. */
export function ownWordsOf(what: Foreseeable): string[] {
  if (what.kind === 'commands') return [what.request]
  return what.isOwn ? [what.plan.task] : []
}

/** Returns a gate that gives this gate’s judgement but allows nothing. */
export const opinionOf = (gate: Gate): Gate => ({ ...closedGate, judge: (act) => gate.judge(act) })

/** `home`: the folder that `~` means. */
export function dryRun(
  what: Foreseeable,
  stack: Stack,
  home: string,
  run: RunControl,
): Promise<ForeseenStep[]> {
  const eyes = createEyes(stack, run)
  return what.kind === 'plan'
    ? new PlanForesight(eyes, what.plan, what.set).foresee()
    : new CommandForesight(eyes, home).foresee(what.clauses)
}
