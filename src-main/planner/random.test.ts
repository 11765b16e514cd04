// Whatever the models of a planner say, and whatever becomes of its acts: it ends, and its lists agree.
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { turn, ScriptedModel } from '../agents/testing/scripted.ts'
import { ModelError } from '../core/errors.ts'
import { RunControl } from '../core/run-control.ts'
import type { Role } from '../models/model.ts'
import { names, planned, removeFolders } from './testing/planned.ts'
import { dag, workerSays } from './testing/set-up.ts'

afterEach(removeFolders)

const CALLS = [
  'agent.done()', 'agent.done("x")', 'agent.fail()', 'agent.fail("no")', 'agent.click("7")', 'agent.click("Save")',
  'agent.click("nothing of the kind")', 'agent.type(text="a")', 'agent.wait(0)', 'agent.save_to_knowledge(["n"])',
  'agent.hotkey(["ctrl", "s"])', 'agent.switch_applications("Calculator")', 'agent.open("x")', 'no call', 'agent.scroll("7", 3)',
] // prettier-ignore
const DECISIONS = ['done', 'continue', 'fail', 'replan', 'hm', 'done | fail']
const EFFECTS = ['confirmed', 'unconfirmed', 'contradicted'] as const
/** More than five plans and fifty steps can need. */
const MOST_TURNS = 400

/** A number below `many`, the next one of a run. */
type Next = (many: number) => number
const oneOf = <T>(list: readonly T[], next: Next): T => list[next(list.length)] as T

function replyOf(role: Role, next: Next): string {
  if (role === 'dag_translator' && next(6) > 0) {
    return dag(Array.from({ length: 1 + next(3) }, (_, index) => [String(index + 1), `T${next(5)}`]))
  }
  if (role.endsWith('action_generator')) return workerSays(oneOf(CALLS, next))
  return role === 'evaluator' ? `Decision: ${oneOf(DECISIONS, next)}\nReason: r` : 'words'
}

async function randomRound(next: Next, fast: boolean, judged: boolean) {
  const tools = fast
    ? ['fast_action_generator']
    : ['subtask_planner', 'dag_translator', 'action_generator', 'traj_reflector']
  const planner = { mode: fast ? ('fast' as const) : ('normal' as const), judge_every: 3, most_replans: 2 }
  const one = await planned([], { tools: [...tools, ...(judged ? ['evaluator'] : [])], planner })
  one.model.ask = (request, run) => {
    const said = next(60) === 0 ? new ModelError('down') : () => replyOf(request.role, next)
    return new ScriptedModel(said).ask(request, run)
  }
  one.desktop.acts['click_input'] = () => (next(8) === 0 ? { status: 'failure', error: 'no' } : {})
  const { agent, context } = one
  agent.startRound(context)
  let turns = 0
  for (; !agent.state.isRoundEnd() && turns < MOST_TURNS; turns++) {
    one.desktop.effects['click_input'] = { effect: oneOf(EFFECTS, next), evidence: 'e' }
    await turn(agent, context, new RunControl())
  }
  return { ...one, turns }
}

it('a planner ends, does nothing twice, and tells the same in its record and in its files', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.infiniteStream(fc.nat()),
      fc.boolean(),
      fc.boolean(),
      async (stream, fast, judged) => {
        const next = (many: number) => Number(stream.next().value) % many
        const { agent, context, state, turns } = await randomRound(next, fast, judged)
        expect(turns).toBeLessThan(MOST_TURNS)
        const ended = (finished: boolean) =>
          context
            .get('PREVIOUS_SUBTASKS')
            .filter(({ status }) => (status === 'FINISH') === finished)
            .map(({ subtask }) => subtask)
        const done = names(await state.getCompletedSubtasks())
        expect(ended(true)).toEqual(done)
        expect(new Set(done).size).toBe(done.length)
        // What fails while it is planned is the request's own failure.
        const request = context.get('REQUEST')
        const failed = names(await state.getFailedSubtasks())
        const without = (list: string[]) => list.filter((name) => name !== request)
        expect(without(ended(false))).toEqual(without(failed))
        if (agent.state.name === 'ERROR') expect(agent.error).toMatch(/down|no usable reply/)
      },
    ),
    { numRuns: 60 },
  )
}, 60_000)
