import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { aControl, aWindow, round, ScriptedModel, world } from '../agents/testing/scripted.ts'
import { GlobalState } from '../core/global-state.ts'
import { RunControl } from '../core/run-control.ts'
import { createTestModel } from '../models/testing/create-test-model.ts'
import { OpenAIServer } from '../models/testing/openai-server.ts'
import { PlannerAgent } from './planner-agent.ts'
import { dag, workerSays } from './testing/set-up.ts'

/** By the first words of a tool's own prompt: what it says, and in which order. */
const SAYS: [prompt: string, replies: string[]][] = [
  ['You turn a task', ['How to press 7?']],
  ['You plan a task', ['Press 7.']],
  ['You turn a plan', [dag([['1', 'Press 7']])]],
  ['You carry out one subtask', [workerSays('agent.click("the 7 button")'), workerSays('agent.done(7)')]],
  ['You watch a worker', ['It gets on.']],
  ['You judge the work', ['Decision: done\nReason: 7 is seen.']],
]

it('each tool has a prompt of its own, and a service over HTTP carries a request through', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'planner-'))
  const left = SAYS.map(([prompt, replies]) => ({ prompt, replies: [...replies] }))
  await using server = await OpenAIServer.start({
    reply: ({ system }) =>
      left.find(({ prompt }) => system.startsWith(prompt))?.replies.shift() ?? { status: 400 },
  })
  const made = world(new ScriptedModel())
  made.desktop.windows = [aWindow('1', 'Calculator')]
  made.desktop.chosen = made.desktop.windows[0] ?? null
  made.desktop.controls = [aControl('7', '7')]
  made.desktop.effects['click_input'] = { effect: 'unconfirmed', evidence: 'Only pixels have changed.' }
  made.context.set('REQUEST', 'Press 7')
  const state = await GlobalState.open(folder)
  const agent = new PlannerAgent({
    ...made.deps,
    search: () => Promise.resolve(null),
    model: createTestModel(server.baseUrl),
    state,
  })
  const { states } = await round(agent, made.context, new RunControl())
  expect([agent.error, states.at(-1)]).toEqual([null, 'PlannerAgent.FINISH'])
  expect(left.flatMap(({ replies }) => replies)).toEqual([])
  expect(made.desktop.acted.map(({ tool_name }) => tool_name)).toEqual(['click_input'])
  expect(made.context.get('ROUND_RESULT')).toBe(7)
  await rm(folder, { recursive: true })
})
