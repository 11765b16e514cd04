// Runs of a computer-use model on a scripted desktop: what a service does besides its acts, and who is asked. The service is a
// real one on loopback; the engine is the product's own, and the file on the disk tells what was done.
import { describe, expect, test } from 'vitest'
import { absentInteractor, type Interactor, type SensitiveStep } from '../core/interactor.ts'
import {
  ResponsesServer,
  type ReceivedTurn,
  type ScriptedTurn,
} from '../models/operator/testing/responses-server.ts'
import type { RunRequest } from './run-request.ts'
import { scriptedHome } from './testing/scripted-home.ts'

const REQUEST = 'replace the word in word.txt by omega'
const PRICES = 'prices:\n  custom/computer-use-preview: { input: 0.003, output: 0.012 }\n'

/** `alpha` in a file, and runs that a service drives. */
async function world(
  reply: (turn: ReceivedTurn, file: string) => ScriptedTurn,
  config = (baseUrl: string) => operator(baseUrl),
) {
  let file = ''
  const server = await ResponsesServer.start({ reply: (turn) => Promise.resolve(reply(turn, file)) })
  const home = await scriptedHome(config(server.baseUrl))
  file = home.file
  return {
    ...home,
    server,
    run: (request: Partial<RunRequest> = {}) => home.run({ request: REQUEST, mode: 'operator', ...request }),
    began: (tool: string) =>
      home.events.some((event) => event.type === 'act_started' && event.tool_name === tool),
    async [Symbol.asyncDispose]() {
      await home[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

const operator = (baseUrl: string) => `models:
  operator:
    provider: custom
    base_url: ${baseUrl}
    model_name: computer-use-preview
    picture_size: 640
    max_retry: 1
`

describe('a safety check of the service', () => {
  const CHECKS = [
    { id: 'sc_1', code: 'malicious_instructions', message: 'The page tells the model what to do.' },
  ]
  const REST: ScriptedTurn[] = [
    { act: { type: 'keypress', keys: ['CTRL', 'A'] }, checks: CHECKS },
    { several: [{ type: 'type', text: 'omega' }, { type: 'keypress', keys: ['CTRL', 's'] }] },
    { say: 'Saved.' },
  ] // prettier-ignore

  /** Opens the file, marks its word by keys that the service warns of, types over it, saves. */
  const warned = ({ index }: ReceivedTurn, file: string): ScriptedTurn =>
    index === 0
      ? { call: 'launch_application', with: { name: file } }
      : (REST[index - 1] ?? { say: 'There is no more to do.' })

  async function withPerson(allow: boolean) {
    const asked: SensitiveStep[] = []
    const interactor: Interactor = {
      ...absentInteractor,
      sensitiveStepAsker: (step) => {
        asked.push(step)
        const answer = { allow, scope: 'once' as const, why: allow ? null : 'not this' }
        return Promise.resolve({ answer, by: 'person' as const })
      },
    }
    const where = await world(warned)
    return { where, asked, end: await where.run({ interactor }) }
  }

  test('is a question to the person; with their yes it is acknowledged, and the act is done', async () => {
    const { where, asked, end } = await withPerson(true)
    await using world = where
    expect(end.status, end.error ?? '').toBe('completed')
    expect(asked[0]).toMatchObject({
      reason: expect.stringContaining('The page tells the model what to do.') as string,
      categories: ['untrusted_content'],
      scopes: ['once'],
    })
    expect(world.server.turns.flatMap(({ acknowledged }) => acknowledged)).toEqual(CHECKS)
    expect(await world.text()).toBe('omega')
  })

  test('with their no nothing of it is done, and the run ends with their word', async () => {
    const { where, asked, end } = await withPerson(false)
    await using world = where
    expect(asked).toHaveLength(1)
    expect(end).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/The person said no: not this: The page tells/) as string,
    })
    expect(world.began('keyboard_input')).toBe(false)
    expect(world.server.turns.flatMap(({ acknowledged }) => acknowledged)).toEqual([])
    expect(await world.text()).toBe('alpha\n')
  })

  test('with nobody there the run ends as unanswered', async () => {
    await using where = await world(warned)
    expect(await where.run()).toMatchObject({ status: 'failed', reason: 'unanswered' })
    expect(await where.text()).toBe('alpha\n')
  })
})

describe('services as they are', () => {
  test('a stop in the middle of a turn ends it at once, and nothing acts any more', async () => {
    const asked = Promise.withResolvers<void>()
    await using where = await world(() => {
      asked.resolve()
      return { hang: true }
    })
    const running = where.run()
    await asked.promise
    await where.engine.runs.control(null, 'stop')
    expect(await running).toMatchObject({ status: 'stopped' })
    expect(where.server.turns.map(({ abandoned }) => abandoned)).toEqual([true])
    expect(where.events.some(({ type }) => type === 'act_started')).toBe(false)
  })

  test('429 is waited for', async () => {
    await using where = await world(({ index }) =>
      index === 0 ? { status: 429, after: '0' } : { say: 'Nothing to do.' },
    )
    expect(await where.run()).toMatchObject({ status: 'completed', result: 'Nothing to do.' })
  })

  test('what never is a response ends the run with what to do', async () => {
    await using where = await world(() => ({ malformed: true }))
    expect(await where.run()).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/Tried 2 times/) as string,
    })
  })

  test('a key that there is none of goes back to the model, and nobody is asked about it', async () => {
    await using where = await world(({ index }) =>
      index === 0 ? { act: { type: 'keypress', keys: ['CTRL', 'NOPE'] } } : { say: 'I see.' },
    )
    expect(await where.run()).toMatchObject({ status: 'completed', result: 'I see.' })
    expect(where.server.turns[1]?.texts.join()).toMatch(/“NOPE” in “CTRL\+NOPE” is no key/)
    expect(where.events.some(({ type }) => type === 'gate_decided' || type === 'act_started')).toBe(false)
  })

  test('the ceiling of the cost ends it', async () => {
    const moves = ({ index }: ReceivedTurn): ScriptedTurn => ({ act: { type: 'move', x: 10 + index, y: 10 } })
    await using where = await world(
      moves,
      (baseUrl) => `${operator(baseUrl)}system:\n  cost_ceiling: 0.01\n${PRICES}`,
    )
    expect(await where.run()).toMatchObject({
      status: 'failed',
      reason: 'limit',
      error: expect.stringContaining('cost_ceiling') as string,
    })
    expect(where.server.turns).toHaveLength(3)
  })
})

describe('a model that is missing', () => {
  const nothing = (): ScriptedTurn => ({ say: 'Nothing to do.' })

  test.each(['operator', 'normal_operator'])(
    'is named where %s has no computer-use model, also where there is one for `default`',
    async (mode) => {
      const config = () => 'models:\n  default:\n    provider: openai\n    model_name: gpt-4o\n'
      await using where = await world(nothing, config)
      expect(await where.run({ mode })).toMatchObject({
        status: 'failed',
        error: expect.stringContaining('The operator needs a computer-use model') as string,
      })
    },
  )

  test('is named where normal_operator has none for its host', async () => {
    await using where = await world(nothing)
    expect(await where.run({ mode: 'normal_operator' })).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('needs a model for the role host, too') as string,
    })
  })
})
