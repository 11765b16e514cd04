// What whole tasks cost: every call over HTTP, as a service is sent it, counted by a real tokenizer. The fixed part of each role too.
import { priceOf } from '../../src-main/models/prices.ts'
import type { ReceivedRequest } from '../../src-main/models/testing/openai-server.ts'
import { costOf } from '../../src-main/models/usage.ts'
import { plainModel } from '../../src-main/models/testing/plain-model.ts'
import { plannerModel, says, type PlannerScript } from '../../e2e/support/planner-model.ts'
import { plain, type Figure, type Wants } from '../measure.ts'
import { servedRun } from '../support/scripted-run.ts'
import { cachedTokens, schemaOf, textOf, tokensOf } from '../support/token-count.ts'

/** The largest fixed part that a role may have, with the schema of its reply. */
const FIXED_GOAL = { most: 2500 }

interface Task {
  name: string
  strategy: 'single' | 'host-app' | 'planner'
  request: string
  model: (request: ReceivedRequest) => string | Promise<string>
}

const PRODUCT = 'open Galculator, click 7, click *, click 6, click =, read the display'
const WORK_OUT = 'Work out 7 * 6 in the calculator'

const planner: PlannerScript = {
  plan: () => [WORK_OUT],
  work: ({ replies }) =>
    [
      'agent.open("galculator")',
      ...['7', '*', '6', '='].map((key) => `agent.click("the \\"${key}\\" button")`),
      'agent.done()',
    ][replies] ?? 'agent.fail()',
}
const planning = plannerModel(planner)

const TASKS: Task[] = [
  { name: 'single', strategy: 'single', request: PRODUCT, model: plainModel },
  { name: 'host-app', strategy: 'host-app', request: PRODUCT, model: plainModel },
  {
    name: 'planner',
    strategy: 'planner',
    request: WORK_OUT,
    model: async (request) => {
      const reply = await planning(request)
      return typeof reply === 'string' ? reply : says('agent.fail()')
    },
  },
]

const PRICED = [
  ['openai', 'gpt-5'],
  ['anthropic', 'claude-sonnet-4-5'],
  ['gemini', 'gemini-2.5-flash'],
] as const

export async function* measureTasks(wants: Wants): AsyncGenerator<Figure> {
  if (!['tokens.fixed', 'tokens.task'].some(wants)) return
  const fixed = new Map<string, number>()
  for (const task of TASKS) {
    const replies: string[] = []
    const { end, requests } = await servedRun({
      strategy: task.strategy,
      request: task.request,
      judged: true,
      async reply(request) {
        const reply = await task.model(request)
        replies.push(reply)
        return reply
      },
    })
    if (end.status !== 'completed') throw new Error(`The task ended ${end.status}: ${end.error}`)
    for (const request of requests)
      fixed.set(request.model, tokensOf(schemaOf(request)) + tokensOf(request.system))
    yield taskFigure(task, requests, replies)
  }
  for (const [role, tokens] of fixed) {
    const note = 'o200k; system text with its tools, and the schema of the reply as it is sent'
    yield plain(`tokens.fixed.${role}`, tokens, 'tokens', FIXED_GOAL, 1, note)
  }
}

function taskFigure(
  { name, request }: Task,
  requests: readonly ReceivedRequest[],
  replies: readonly string[],
): Figure {
  const input = requests.reduce((sum, each) => sum + tokensOf(textOf(each)), 0)
  const output = replies.reduce((sum, each) => sum + tokensOf(each), 0)
  const before = new Map<string, string>()
  let cached = 0
  for (const each of requests) {
    const text = textOf(each)
    cached += cachedTokens(before.get(each.model) ?? '', text)
    before.set(each.model, text)
  }
  const prices = PRICED.map(([provider, model]) => {
    const dollars = costOf(priceOf(provider, model, '', {}), input, output, cached)
    if (dollars === null) throw new Error(`There is no price of ${provider}/${model}.`)
    return `${model} $${dollars.toFixed(4)}`
  })
  const note =
    `o200k; “${request}”: ${requests.length} calls, ${input} tokens sent, ${output} answered, ` +
    `${Math.round((100 * cached) / input)} % of what is sent known from the call before; ${prices.join(', ')}`
  return plain(`tokens.task.${name}`, input + output, 'tokens', null, 1, note)
}
